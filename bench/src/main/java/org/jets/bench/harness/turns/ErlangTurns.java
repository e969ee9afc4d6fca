package org.jets.bench.harness.turns;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.LineProcess;
import org.jets.bench.harness.PinnedThreads;

/**
 * A table of an Erlang that takes turns with the contestants of this JVM. The Erlang fills the
 * table, and then waits for lines on its standard input. Each line asks for one slice, and has its
 * milliseconds. The answer is the rate, in millions of calls in a second. While one of the two
 * works, the other waits.
 *
 * <p>The schedulers of the Erlang do not spin while they wait, since they would take processors
 * from the JVM.
 */
final class ErlangTurns implements AutoCloseable {
  private static final String KIND = "ets/";
  private static final String READY = "ready";
  private static final List<String> WITHOUT_SPINNING =
      List.of("+sbwt", "none", "+sbwtdcpu", "none", "+sbwtdio", "none");

  private final LineProcess process;

  private ErlangTurns(LineProcess process) {
    this.process = process;
  }

  /** Returns the word for a contestant, {@code ets/COMMAND/TABLE}. */
  static String contestant(List<String> command, String table) {
    String encoded = URLEncoder.encode(String.join(" ", command), StandardCharsets.UTF_8);
    return KIND + encoded + "/" + table;
  }

  static boolean isOne(String contestant) {
    return contestant.startsWith(KIND);
  }

  /**
   * Starts an Erlang, and waits until its table is filled.
   *
   * @param request the words of {@link TurnWork#erlangRequest}
   */
  static ErlangTurns start(String contestant, List<String> request) throws IOException {
    String[] parts = contestant.split("/", 3);
    String command = URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
    List<String> words = new ArrayList<>(List.of("turns", parts[2]));
    words.addAll(request);
    List<String> options = new ArrayList<>(WITHOUT_SPINNING);
    options.addAll(List.of("+sbt", System.getProperty(PinnedThreads.ERLANG, "u")));
    ErlangRun run = new ErlangRun(ErlangCommand.words(command), words, Duration.ZERO);
    LineProcess process = LineProcess.start(new ProcessBuilder(run.commandWith(options)));
    String line = process.read();
    if (!line.equals(READY)) {
      process.close();
      throw new IllegalStateException(line);
    }
    return new ErlangTurns(process);
  }

  /** Has a slice made, and returns its rate. */
  double rate(long millis) {
    return Double.parseDouble(process.ask(Long.toString(millis)));
  }

  /** Ends the Erlang. */
  @Override
  public void close() {
    process.close();
  }
}
