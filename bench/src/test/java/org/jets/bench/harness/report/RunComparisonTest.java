package org.jets.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparisonTest {
  @TempDir private Path folder;

  private Results run(String name, Unit unit, List<List<Double>> samples) throws IOException {
    Results results = Results.create(folder.resolve(name), List.of());
    results.writeConfiguration(Map.of("JDK", name, "machine", "same"));
    Experiment experiment =
        new Experiment(
            "suite", "name", "title", "", Figure.LINES, Axis.THREADS, unit, "", List.of());
    for (int i = 0; i < samples.size(); i++) {
      results.add(
          new Measurement(List.of(new Outcome(samples.get(i), List.of())))
              .row(experiment, MadeUpResults.point(MadeUpResults.OURS, "" + (i + 1))));
    }
    return results;
  }

  @Test
  void compare_rangesThatMeet_areNoise() throws IOException {
    Results first = run("a", Unit.MOPS, List.of(List.of(1.0, 2.0), List.of(1.0, 2.0)));
    Results second = run("b", Unit.MOPS, List.of(List.of(1.9, 3.0), List.of(2.1, 3.0)));

    List<String> lines = RunComparison.of(first, second).lines();

    assertThat(lines)
        .anyMatch(line -> line.startsWith("suite/name, SplitOrderedHashMap, 2 "))
        .noneMatch(line -> line.startsWith("suite/name, SplitOrderedHashMap, 1 "))
        .contains("2 points in both: 1 better, 0 worse, 1 within the noise; 0 in one only");
  }

  @Test
  void compare_moreTime_isWorse() throws IOException {
    Results first = run("a", Unit.NANOS, List.of(List.of(1.0, 2.0)));
    Results second = run("b", Unit.NANOS, List.of(List.of(3.0, 4.0)));

    assertThat(RunComparison.of(first, second).lines())
        .anyMatch(line -> line.endsWith(" 2.33 worse"));
  }

  @Test
  void compare_oneRepetition_saysNothing() throws IOException {
    Results first = run("a", Unit.MOPS, List.of(List.of(1.0)));
    Results second = run("b", Unit.MOPS, List.of(List.of(3.0, 4.0), List.of(1.0)));

    assertThat(RunComparison.of(first, second).lines())
        .contains("1 points in both: 0 better, 0 worse, 1 within the noise; 1 in one only");
  }

  @Test
  void compare_configurations_showsWhatDiffers() throws IOException {
    Results first = run("a", Unit.MOPS, List.of());
    Results second = run("b", Unit.MOPS, List.of());

    assertThat(RunComparison.of(first, second).lines())
        .contains("  JDK", "    first:  a", "    second: b")
        .noneMatch(line -> line.contains("machine"));
  }
}
