package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Samples;
import org.jets.bench.harness.turns.SteadyMeasurement;
import org.jets.bench.harness.turns.TurnMeasurement;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.scale.FootprintMeasurement.Kind;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Each workload for a moment, in this JVM. */
class SmokeTest {
  /** The samples and side lines of a measurement. */
  private static final class Heard implements Samples {
    private final List<Double> samples = new ArrayList<>();
    private final List<String> sides = new ArrayList<>();

    @Override
    public void sample(double value) {
      samples.add(value);
    }

    @Override
    public void side(String line) {
      sides.add(line);
    }
  }

  private static Heard measure(ForkedMeasurement measurement, String arguments) throws Exception {
    Heard heard = new Heard();
    measurement.measure(List.of(arguments.split(" ", -1)), heard);
    return heard;
  }

  private static ChainedOptionsBuilder options(String benchmarks) {
    return new OptionsBuilder()
        .include(benchmarks)
        .forks(0)
        .threads(2)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(20))
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
  }

  private static void checkScores(ChainedOptionsBuilder options, int benchmarks)
      throws RunnerException {
    assertThat(new Runner(options.build()).run())
        .hasSize(benchmarks)
        .extracting(RunResult::getPrimaryResult)
        .allSatisfy(result -> assertThat(result.getScore()).isPositive());
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERTS", "HALF", "ALL"})
  void mixBenchmark_moment_hasAScore(String filling) throws RunnerException {
    checkScores(
        options(MixBenchmark.class.getName())
            .param("structure", "store/CA_TREE")
            .param(
                "mix",
                "insert=20:delete=20:lookup=40:nextseq10=10:partial_select1000=5:selectall=5")
            .param("range", "1000")
            .param("filling", filling),
        1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count=50:next=10:lookup=40",
        "select1000=20:select_half=20:lookup=60",
      })
  void mixBenchmark_allKeysOfASet_hasAScore(String mix) throws RunnerException {
    checkScores(
        options(MixBenchmark.class.getName())
            .param("structure", "store/STRIPED")
            .param("mix", mix)
            .param("range", "1000")
            .param("filling", "ALL"),
        1);
  }

  @Test
  void mixBenchmark_countersNotAllThere_saysWhatIsExpected() {
    MixBenchmark benchmark = new MixBenchmark();
    benchmark.structure = "table/set";
    benchmark.mix = "count=100";
    benchmark.range = 1000;
    benchmark.filling = MixBenchmark.Filling.HALF;

    assertThatThrownBy(benchmark::fill)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("filling: HALF with mix count=100 (expected: ALL)");
  }

  @Test
  void disjointBenchmark_moment_hasAScore() throws RunnerException {
    checkScores(options(DisjointBenchmark.class.getName()), 1);
  }

  /** Long enough for each program to begin anew. */
  @Test
  void programBenchmark_moment_hasAScoreForEachProgram() throws RunnerException {
    String[] structures = {"store/SPLIT_ORDERED", "tree/RADIX_TREE", "map/HASHED_RADIX"};

    checkScores(
        options(ProgramBenchmark.class.getName())
            .threads(1)
            .param("keys", "1400")
            .param("structure", structures),
        7 * structures.length);
  }

  @ParameterizedTest
  @EnumSource
  void footprint_each_isPlausible(Kind kind) throws Exception {
    Heard result = measure(new FootprintMeasurement(), "store/STRIPED 2000 " + kind);

    double bytes = result.samples.get(0);
    switch (kind) {
      case PER_KEY -> assertThat(bytes).isBetween(32.0, 120.0);
      case PER_COUNTER -> assertThat(bytes).isBetween(40.0, 130.0);
      case EMPTY -> assertThat(bytes).isBetween(100.0, 20_000.0);
      case FULL -> assertThat(bytes).isBetween(2000 * 32.0, 2000 * 120.0);
      case REST -> assertThat(bytes).isBetween(200 * 32.0, 2000 * 40.0);
    }
  }

  /** With many objects, so that what earlier tests leave to the collector does not matter. */
  @ParameterizedTest
  @EnumSource
  void heapGrowth_eachObject_isPlausible(StoredObject stored) throws Exception {
    Heard result =
        measure(new HeapGrowthMeasurement(), "table/ordered_set 1000000 " + stored.name());

    // A packed object has at least 16 bytes, and its slot 8.
    assertThat(result.samples).hasSize(1).allMatch(bytes -> bytes > 24 && bytes < 250);
  }

  @ParameterizedTest
  @EnumSource
  void latency_eachDisturbance_hasAscendingPercentiles(Disturbance disturbance) throws Exception {
    Heard result =
        measure(
            new LatencyMeasurement(),
            "table/ordered_set insert=10:delete=10:lookup=80 "
                + disturbance.title()
                + " 1 1000 5 2 20");

    assertThat(result.samples).hasSize(2).allMatch(nanos -> nanos > 0);
    assertThat(result.sides)
        .extracting(line -> line.split(" ", -1)[0])
        .containsExactly("50", "75", "90", "99", "99.9", "99.99", "99.999", "100");
    assertThat(result.sides).extracting(line -> Long.parseLong(line.split(" ", -1)[1])).isSorted();
  }

  @Test
  void shape_phases_areRecorded() throws Exception {
    Heard result = measure(new ShapeMeasurement(), "2 1000 60 10");

    assertThat(result.samples).hasSize(1);
    assertThat(result.sides)
        .extracting(line -> line.split(" ", -1)[2] + " " + line.split(" ", -1)[3])
        .contains(
            "ONE_THREAD 1",
            "MANY_THREADS 2",
            "HOT_RANGE 2",
            "MANY_THREADS_AGAIN 2",
            "ONE_THREAD_AGAIN 1");
    assertThat(result.sides)
        .allMatch(line -> line.matches("frame \\d+ \\S+ \\d+ 0\\.0{5}:\\d+:-?\\d+:\\d+(,\\S+)?"));
  }

  @Test
  void mixTurns_moment_hasALineOfEachContestant() throws Exception {
    Heard result =
        measure(
            new TurnMeasurement(),
            MixTurns.class.getName()
                + " 1000/HALF/insert=20:delete=20:lookup=50:selectall=10 1 20 20 3"
                + " 2*table/set 1*table/set 2*map/CONCURRENT_HASH_MAP");

    assertThat(result.sides)
        .satisfiesExactly(
            line -> assertThat(line).startsWith("turn 2*table/set "),
            line -> assertThat(line).startsWith("turn 1*table/set "),
            line -> assertThat(line).startsWith("turn 2*map/CONCURRENT_HASH_MAP "));
  }

  @LiveErlangTest
  void mixTurns_withErlang_hasALineOfIt(ErlangOracle erlang) throws Exception {
    ForkedRun heat = new ForkedRun(TurnMeasurement.class, List.of(), List.of(), Duration.ZERO);
    String table = TurnSuite.ofErlang(heat, erlang.command(), "set:w=auto", 2, 1).word();

    Heard result =
        measure(
            new TurnMeasurement(),
            MixTurns.class.getName()
                + " 1000/HALF/insert=20:delete=20:lookup=60 1 20 20 3 2*map/STRIPED "
                + table);

    assertThat(result.sides)
        .satisfiesExactly(
            line -> assertThat(line).startsWith("turn 2*map/STRIPED "),
            line ->
                assertThat(line)
                    .startsWith("turn " + table + " NaN ")
                    .matches("\\S+ \\S+ \\S+ [0-9.]+( [0-9.e+-]+){3}"));
  }

  @Test
  void steadyState_moment_isNotLongerThanTheMeasurement() throws Exception {
    Heard result =
        measure(
            new SteadyMeasurement(),
            "table/ordered_set " + MixTurns.class.getName() + " 1000/HALF/lookup=100 2 300");

    assertThat(result.samples)
        .singleElement()
        .satisfies(seconds -> assertThat(seconds).isBetween(0.0, 0.3));
  }
}
