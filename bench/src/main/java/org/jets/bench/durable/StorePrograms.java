package org.jets.bench.durable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;
import org.jets.bench.harness.LiveProgram;
import org.jets.bench.harness.MeasurementException;

/**
 * The stores, each in a process of its own, which the first question to it starts. The first word
 * of a question is the name of the store. Before its first answer, a store puts objects without
 * waiting for the disk, so that the compiler of its JVM has seen the methods.
 */
final class StorePrograms implements LiveProgram {
  private static final String PROGRAM = "jets_mnesia.erl";
  private static final String WARMUP = "put never 1 ";

  private final Path folder;
  private final List<String> jvmFlags;
  private final int warmup;
  private final Map<Contestant, LineProcess> started = new EnumMap<>(Contestant.class);

  /**
   * Says what is to be started.
   *
   * @param folder where each store makes and removes a folder
   * @param warmup the number of puts before the first answer
   */
  StorePrograms(Path folder, List<String> jvmFlags, int warmup) {
    this.folder = folder;
    this.jvmFlags = List.copyOf(jvmFlags);
    this.warmup = warmup;
  }

  @Override
  public double ask(String question) throws MeasurementException {
    int end = question.indexOf(' ');
    Contestant contestant = Contestant.valueOf(question.substring(0, end));
    LineProcess process = started.get(contestant);
    if (process == null) {
      process = start(contestant);
      started.put(contestant, process);
      number(process, WARMUP + warmup);
    }
    return number(process, question.substring(end + 1));
  }

  private static double number(LineProcess process, String question) throws MeasurementException {
    String answer = process.ask(question);
    if (!answer.matches("[0-9]+")) {
      throw new MeasurementException(question + ": " + answer);
    }
    return Double.parseDouble(answer);
  }

  private LineProcess start(Contestant contestant) throws MeasurementException {
    String path =
        folder
            .resolve("durable-" + ProcessHandle.current().pid() + "-" + contestant.name())
            .toAbsolutePath()
            .toString();
    try {
      return LineProcess.start(
          new ProcessBuilder(
              contestant == Contestant.MNESIA ? erlang(path) : jvm(contestant, path)));
    } catch (IOException e) {
      throw new MeasurementException(contestant + " does not start: " + e);
    }
  }

  private static List<String> erlang(String path) throws IOException {
    return ErlangCommand.running(
        StorePrograms.class, PROGRAM, List.of("-mnesia", "dir", '"' + path + '"'));
  }

  private List<String> jvm(Contestant contestant, String path) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmFlags);
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(StoreServer.class.getName(), contestant.name(), path));
    return words;
  }

  @Override
  public void end() {
    started.values().forEach(LineProcess::close);
    started.clear();
  }
}
