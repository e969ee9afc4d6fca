package org.jets.bench.harness.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.TimeLimit;

/** Runs a program that measures, and reads the lines that it prints. */
final class ChildProcess {
  private static final int MAX_SIDE_LINES = 100_000;

  private ChildProcess() {}

  /**
   * Runs a command to its end.
   *
   * @param limit how long it may take before it is ended
   * @param log gets its errors and those of its lines that are no samples
   * @throws MeasurementException if it fails, or gives no sample
   */
  static Outcome run(List<String> command, Duration limit, Path log)
      throws MeasurementException, IOException, InterruptedException {
    SampleLines lines = new SampleLines();
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process.getOutputStream().close();
    try (TimeLimit timeLimit = TimeLimit.of(limit, process.toHandle())) {
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        int left = MAX_SIDE_LINES;
        for (String line = out.readLine(); line != null && left > 0; line = out.readLine()) {
          lines.add(line);
          left--;
        }
      }
      process.waitFor();
      if (timeLimit.isOver()) {
        throw new MeasurementException("ended after %d s".formatted(limit.toSeconds()));
      }
    } finally {
      TimeLimit.end(process.toHandle());
      process.waitFor(1, TimeUnit.MINUTES);
    }
    if (lines.failure() != null) {
      throw new MeasurementException(lines.failure());
    }
    if (process.exitValue() != 0) {
      throw new MeasurementException(
          "ended with status %d: %s".formatted(process.exitValue(), lastLine(log)));
    }
    if (lines.outcome().samples().isEmpty()) {
      throw new MeasurementException("gave no sample");
    }
    return lines.outcome();
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    return lines.isEmpty() ? "" : SampleLines.oneLine(lines.get(lines.size() - 1));
  }
}
