package org.jets.bench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.run.CellRules.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellRulesTest {
  private static final CellRules RULES = new CellRules(2);

  private final Map<Point, Measurement> measured = new LinkedHashMap<>();

  private Point add(Structure structure, int threads, Outcome... jvms) {
    Point point =
        new Point(
            structure,
            Integer.toString(threads),
            threads,
            new ForkedRun(PinCheck.class, List.of(), List.of(), Duration.ZERO));
    measured.put(point, new Measurement(List.of(jvms)));
    return point;
  }

  private Point addByTurns(Structure structure, String heat, Double... rates) {
    return addByTurns(structure, heat, 1, rates);
  }

  private Point addByTurns(Structure structure, String heat, int threads, Double... rates) {
    ForkedRun run = new ForkedRun(PinCheck.class, List.of(heat), List.of(), Duration.ZERO);
    TurnRun turns = new TurnRun(run, structure.name(), threads, 1);
    Point point = new Point(structure, "G1 x" + threads, threads, turns);
    measured.put(point, new Measurement(List.of(jvm(rates))));
    return point;
  }

  private static Outcome jvm(Double... samples) {
    return new Outcome(List.of(samples), List.of());
  }

  private Map<Point, Rejection> rejections() {
    return rejections(RULES, Unit.MOPS);
  }

  private Map<Point, Rejection> rejections(CellRules rules, Unit unit) {
    Experiment experiment =
        new Experiment(
            "suite",
            "name",
            "",
            "",
            Figure.LINES,
            Axis.THREADS,
            unit,
            "",
            List.copyOf(measured.keySet()));
    return rules.rejections(experiment, measured);
  }

  @ParameterizedTest
  @CsvSource({"2, 2.19, false", "2, 2.21, true", "8, 2.19, false", "8, 2.21, true"})
  void rejections_speedup_isAtMostThatOfTheProcessors(
      int threads, double times, boolean isRejected) {
    Point base = add(MadeUpResults.OURS, 1, jvm(1.0));
    Point many = add(MadeUpResults.OURS, threads, jvm(times));

    if (isRejected) {
      assertThat(rejections())
          .containsExactly(
              Map.entry(
                  many,
                  new Rejection(
                      "2.21 times the throughput of 1 thread (expected: at most 2.20 times)",
                      List.of(base, many))));
    } else {
      assertThat(rejections()).isEmpty();
    }
  }

  @Test
  void rejections_anotherStructureIsSlower_doesNotCount() {
    add(MadeUpResults.JDK, 1, jvm(1.0));
    add(MadeUpResults.OURS, 2, jvm(5.0));

    assertThat(rejections()).isEmpty();
  }

  @Test
  void rejections_nothing_isRejected() {
    Point point = add(MadeUpResults.OURS, 1, jvm(0.0));

    assertThat(rejections()).containsOnlyKeys(point);
  }

  @Test
  void rejections_busyInOneJvm_isRejected() {
    Point point = add(MadeUpResults.OURS, 1, jvm(1.0), jvm(1.0).withBusyShare(0.06), jvm(1.0));
    add(MadeUpResults.JDK, 1, jvm(1.0).withBusyShare(0.04));

    assertThat(rejections()).containsOnlyKeys(point);
    assertThat(rejections().get(point).reason())
        .isEqualTo("other programs had 6 % of the processors (expected: at most 5 %)");
  }

  @Test
  void rejections_mostJvmsRise_isRejected() {
    Point rising =
        add(MadeUpResults.OURS, 1, jvm(1.0, 1.1, 1.2), jvm(1.0, 1.2, 1.3), jvm(1.0, 1.0, 1.0));
    add(MadeUpResults.JDK, 1, jvm(1.0, 1.1, 1.2), jvm(1.2, 1.0, 1.1), jvm(1.0, 1.0, 1.0));

    assertThat(rejections()).containsOnlyKeys(rising);
    assertThat(rejections().get(rising).reason())
        .isEqualTo("its repetitions rise (expected: a steady rate)");
  }

  @Test
  void rejections_hostDriftsWhileContestantsTakeTurns_areNone() {
    addByTurns(MadeUpResults.OURS, "heat", 4.0, 4.0, 3.0, 3.0, 2.0, 2.0);
    addByTurns(MadeUpResults.JDK, "heat", 8.0, 8.0, 6.0, 6.0, 4.0, 4.0);

    assertThat(rejections()).isEmpty();
  }

  @Test
  void rejections_oneContestantRises_repeatsItsHeat() {
    Point rising = addByTurns(MadeUpResults.OURS, "heat", 2.0, 2.0, 3.0, 3.0, 4.0, 4.0);
    Point rival = addByTurns(MadeUpResults.JDK, "heat", 80.0, 80.0, 80.0, 80.0, 80.0, 80.0);
    addByTurns(MadeUpResults.TREE, "other heat", 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);

    assertThat(rejections()).containsOnlyKeys(rising);
    assertThat(rejections().get(rising).again()).containsExactly(rising, rival);
  }

  @Test
  void rejections_speedupByTurns_isTheMedianOfTheRatiosOfRounds() {
    // The host is twice as fast in the middle, for both. The means differ by 2.5 times.
    addByTurns(MadeUpResults.OURS, "heat", 1, 2.0, 4.0, 2.0, 1.0, 1.0);
    addByTurns(MadeUpResults.OURS, "heat", 2, 4.0, 8.0, 4.0, 7.0, 2.0);
    assertThat(rejections()).isEmpty();

    Point base = addByTurns(MadeUpResults.JDK, "heat", 1, 2.0, 4.0, 2.0, 1.0, 1.0);
    Point many = addByTurns(MadeUpResults.JDK, "heat", 2, 4.6, 9.2, 4.6, 2.3, 2.3);
    assertThat(rejections()).containsOnlyKeys(many);
    assertThat(rejections().get(many).again()).contains(base, many);
  }

  @Test
  void rejections_twoThreadsFallBesideOne_areTheirOwnMeasure() {
    addByTurns(MadeUpResults.OURS, "heat", 1, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0);
    addByTurns(MadeUpResults.OURS, "heat", 2, 8.0, 8.0, 6.0, 6.0, 4.0, 4.0);
    addByTurns(MadeUpResults.JDK, "heat", 1, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0);
    addByTurns(MadeUpResults.JDK, "heat", 2, 8.0, 8.0, 6.0, 6.0, 4.0, 4.0);

    assertThat(rejections()).isEmpty();
  }

  @Test
  void rejections_otherUnitsOrNoRules_areNone() {
    add(MadeUpResults.OURS, 1, jvm(0.0));

    assertThat(rejections(RULES, Unit.BYTES)).isEmpty();
    assertThat(rejections(CellRules.NONE, Unit.MOPS)).isEmpty();
  }

  @Test
  void trend_values_isOfTheMediansOfThirds() {
    assertThat(CellRules.trend(List.of(1.0, 1.0, 1.1, 1.1, 1.2, 1.2))).isEqualTo(1);
    assertThat(CellRules.trend(List.of(1.2, 1.2, 1.1, 1.1, 1.0, 1.0))).isEqualTo(-1);
    assertThat(CellRules.trend(List.of(1.0, 1.0, 1.02, 1.02, 1.05, 1.05))).isZero();
    assertThat(CellRules.trend(List.of(1.0, 1.0, 2.0, 2.0, 1.5, 1.5))).isZero();
    assertThat(CellRules.trend(List.of(1.0, 2.0))).isZero();
    // The medians rise, but by less than the repetitions of a third differ.
    assertThat(CellRules.trend(List.of(0.5, 1.0, 1.5, 0.6, 1.1, 1.6, 0.7, 1.2, 1.7))).isZero();
  }
}
