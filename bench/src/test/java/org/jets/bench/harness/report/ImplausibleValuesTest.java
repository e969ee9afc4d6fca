package org.jets.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Unit;
import org.junit.jupiter.api.Test;

class ImplausibleValuesTest {

  /** Of rows of 1, 2, ... threads: each the least and the greatest value. */
  private static List<String> doubts(double[]... ranges) {
    Experiment experiment =
        new Experiment(
            "suite", "name", "", "", Figure.LINES, Axis.THREADS, Unit.MOPS, "", List.of());
    List<Row> rows = new ArrayList<>();
    for (double[] range : ranges) {
      int threads = rows.size() + 1;
      rows.add(
          new Row(
              "suite",
              "name",
              MadeUpResults.OURS,
              Integer.toString(threads),
              threads,
              Unit.MOPS,
              (range[0] + range[1]) / 2,
              range[0],
              range[1],
              3,
              ""));
    }
    return ImplausibleValues.of(new MeasuredExperiment(experiment, rows, Map.of()));
  }

  @Test
  void of_speedupAboveTheThreads_isNamed() {
    assertThat(doubts(new double[] {2.18, 2.38}, new double[] {7.33, 9.17}))
        .containsExactly(
            "doubtful: suite/name, SplitOrderedHashMap, threads 2: 3.62 times as fast as with 1 thread"
                + " (expected: at most 2.20 times)");
  }

  @Test
  void of_speedupThatTheRangesAllow_isNone() {
    assertThat(doubts(new double[] {2, 4}, new double[] {7, 9})).isEmpty();
  }

  @Test
  void of_speedupWithinTheTolerance_isNone() {
    assertThat(doubts(new double[] {1.99, 2.01}, new double[] {4.30, 4.34})).isEmpty();
  }

  @Test
  void of_noThroughput_isNamed() {
    assertThat(doubts(new double[] {0, 0})).hasSize(1);
  }
}
