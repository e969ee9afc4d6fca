package org.jets.bench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.PinnedThreads;

/**
 * The processors for the threads of measured JVMs.
 *
 * @param order the processors in the order in which threads get them; none for no pinning
 * @param report the file in which each pinned thread says where it is
 */
public record Pinning(PinningPolicy policy, List<Integer> order, Path report) {
  public Pinning {
    order = List.copyOf(order);
    report = report.toAbsolutePath();
  }

  public static Pinning none(Path report) {
    return new Pinning(PinningPolicy.NONE, List.of(), report);
  }

  /** Returns the options that tell a JVM of it. */
  List<String> properties() {
    String erlang = "-D" + PinnedThreads.ERLANG + "=" + policy.erlangsName();
    return order.isEmpty()
        ? List.of(erlang)
        : List.of(
            erlang,
            "-D"
                + PinnedThreads.PROCESSORS
                + "="
                + order.stream().map(String::valueOf).collect(Collectors.joining(",")),
            "-D" + PinnedThreads.REPORT + "=" + report,
            // The library that pins would say that nobody reads its log.
            "-Dslf4j.internal.verbosity=ERROR");
  }

  /**
   * Has a thread for each processor pin itself in a JVM of its own.
   *
   * @throws MeasurementException if any of them is not where it is to be, with the reason
   */
  public void check(Path java, Path log)
      throws MeasurementException, IOException, InterruptedException {
    if (order.isEmpty()) {
      return;
    }
    Duration expected = Duration.ofSeconds(5);
    ForkedRun check =
        new ForkedRun(PinCheck.class, List.of(Integer.toString(order.size())), List.of(), expected);
    ChildProcess.run(PointRunner.javaCommand(java, this, check), expected.multipliedBy(10), log);
    List<String> lines = takeReport();
    for (String line : lines) {
      if (!line.endsWith(PinnedThreads.PINNED)) {
        throw new MeasurementException(line);
      }
    }
    if (lines.size() != order.size()) {
      throw new MeasurementException(
          lines.size() + " threads have said where they are (expected: " + order.size() + ")");
    }
  }

  /** Returns the lines of the report that have come since it was taken last. */
  List<String> takeReport() throws IOException {
    if (!Files.exists(report)) {
      return List.of();
    }
    List<String> lines = Files.readAllLines(report);
    Files.delete(report);
    return lines;
  }

  @Override
  public String toString() {
    return order.isEmpty() ? policy.option() : policy.option() + ", processors " + order;
  }
}
