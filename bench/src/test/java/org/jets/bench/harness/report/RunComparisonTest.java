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
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Structure;
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

  /** A run by turns of one contestant and its rival, each with the rates of its slices. */
  private Results byTurns(String name, List<Double> own, List<Double> rival) throws IOException {
    Results results = Results.create(folder.resolve(name), List.of());
    Experiment experiment =
        new Experiment(
            "maps",
            "get",
            "get",
            "",
            Figure.BARS,
            Axis.THREADS,
            Unit.MOPS,
            MadeUpResults.JDK.name(),
            List.of());
    results.writeExperiments(List.of(experiment));
    add(results, experiment, MadeUpResults.OURS, own);
    if (!rival.isEmpty()) {
      add(results, experiment, MadeUpResults.JDK, rival);
    }
    return results;
  }

  private static void add(
      Results results, Experiment experiment, Structure structure, List<Double> samples)
      throws IOException {
    Point point = MadeUpResults.point(structure, "1");
    Outcome outcome = new Outcome(samples, List.of(), Double.NaN, 1, 0.5, 0);
    results.add(new Measurement(List.of(outcome)).row(experiment, point));
    results.add(experiment, point, outcome, 1);
  }

  @Test
  void compare_byTurnsOnASlowerMachine_isNoDifference() throws IOException {
    Results first = byTurns("a", List.of(10.0, 10.2, 10.4), List.of(5.0, 5.1, 5.2));
    Results second = byTurns("b", List.of(5.0, 5.1, 5.2), List.of(2.5, 2.55, 2.6));

    assertThat(RunComparison.of(first, second).lines())
        .containsExactly(
            "1 points in both: 0 better, 0 worse, 1 within the noise; 0 in one only",
            "by turns the ratios to the rivals are compared, which have 1 points themselves");
  }

  @Test
  void compare_byTurnsAnotherRatio_isADifference() throws IOException {
    Results first = byTurns("a", List.of(10.0, 10.2, 10.4), List.of(5.0, 5.1, 5.2));
    Results second = byTurns("b", List.of(10.0, 10.2, 10.4), List.of(10.0, 10.2, 10.4));

    assertThat(RunComparison.of(first, second).lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("maps/get, SplitOrderedHashMap, 1 to ConcurrentHashMap ")
                    .contains("2.00 (2.00 to 2.00)", "1.00 (1.00 to 1.00)")
                    .endsWith(" 0.5 worse"));
  }

  @Test
  void compare_byTurnsWithoutTheRival_comparesNothing() throws IOException {
    Results first = byTurns("a", List.of(10.0, 10.2, 10.4), List.of());
    Results second = byTurns("b", List.of(5.0, 5.1, 5.2), List.of(2.5, 2.55, 2.6));

    assertThat(RunComparison.of(first, second).lines())
        .contains("0 points in both: 0 better, 0 worse, 0 within the noise; 2 in one only");
  }

  @Test
  void compare_folderWithoutSamples_saysThatRatesAreCompared() throws IOException {
    Results first = run("a", Unit.MOPS, List.of(List.of(1.0, 2.0)));
    Results second = byTurns("b", List.of(5.0, 5.1, 5.2), List.of(2.5, 2.55, 2.6));

    assertThat(RunComparison.of(first, second).lines())
        .filteredOn(line -> line.contains("no samples, so rates are compared"))
        .singleElement()
        .asString()
        .startsWith(first.folder().toString());
  }
}
