package org.jets.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Collector;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.turns.SteadyMeasurement;
import org.jets.bench.harness.turns.TurnEffort;
import org.jets.bench.harness.turns.TurnMeasurement;

/**
 * Runs of mixes of operations, with the same keys and counts here and in Erlang.
 *
 * @param range the greatest key
 * @param filling with what a structure begins
 * @param effort of Erlang
 * @param unit of the experiment: {@link Unit#MOPS} or {@link Unit#NANOS}
 * @param turns the effort of JVMs, in which structures take turns
 * @param collector theirs
 */
record MixPoints(
    int range,
    MixBenchmark.Filling filling,
    Effort effort,
    Unit unit,
    TurnEffort turns,
    Collector collector) {
  /** A heap of one size whose pages are there from the start. */
  static final List<String> FLAGS = List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC");

  /** The time of an insert in the slowest structures. */
  private static final long NANOS_OF_AN_INSERT = 1500;

  private static final Duration START = Duration.ofMillis(900);

  private static final String HEAP = "4g";

  /** Longer than any structure takes to be compiled. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Makes the points of a scalability suite. */
  MixPoints(int range, MixBenchmark.Filling filling, Profile profile, Collector collector) {
    this(
        range,
        filling,
        profile.effort(),
        Unit.MOPS,
        TurnEffort.of(profile).withJvms(profile.effort().forks()),
        collector);
  }

  /** Makes the points of Erlang alone. */
  MixPoints(int range, MixBenchmark.Filling filling, Effort effort, Unit unit) {
    this(range, filling, effort, unit, TurnEffort.of(Profile.QUICK), Collector.PARALLEL);
  }

  /** Returns the collectors of the sweeps: those that were asked for, or the usual ones. */
  static List<Collector> collectors(Profile profile, Selection selection) {
    if (!selection.collectors().isEmpty()) {
      return selection.collectors();
    }
    return profile == Profile.QUICK
        ? List.of(Collector.PARALLEL)
        : List.of(Collector.PARALLEL, Collector.G1);
  }

  /** Returns the end of the name of an experiment, empty for the usual collector. */
  static String suffix(Collector collector) {
    return collector == Collector.PARALLEL ? "" : "-" + collector.option();
  }

  /** Returns the parameters of {@link MixBenchmark}. */
  static Map<String, String> parameters(
      String structure, String mix, int range, MixBenchmark.Filling filling) {
    return Map.of(
        "structure",
        structure,
        "mix",
        mix,
        "range",
        Integer.toString(range),
        "filling",
        filling.name());
  }

  /** A run here, by turns with all others of the same mix and the same number of threads. */
  TurnRun ofJvm(String structure, String mix, int threads) {
    List<String> arguments = new ArrayList<>();
    arguments.add(MixTurns.class.getName());
    arguments.add(range + "/" + filling + "/" + mix);
    arguments.add(Integer.toString(threads));
    arguments.addAll(turns.arguments());
    ForkedRun heat =
        new ForkedRun(
            TurnMeasurement.class,
            arguments,
            collector.flags(HEAP),
            fillingTime().plus(turns.expected()));
    return new TurnRun(heat, structure, turns.jvms());
  }

  /** A run of a structure alone, whose value is the time until its rate is steady. */
  ForkedRun toSteadyState(String structure, String mix, int threads) {
    return new ForkedRun(
        SteadyMeasurement.class,
        List.of(
            structure,
            MixTurns.class.getName(),
            range + "/" + filling + "/" + mix,
            Integer.toString(threads),
            Long.toString(LONGEST.toMillis())),
        collector.flags(HEAP),
        setup().plus(LONGEST));
  }

  /** A run of the same in Erlang. */
  ErlangRun ofErlang(List<String> erl, String table, String mix, int threads) {
    return new ErlangRun(
        erl,
        List.of(
            unit == Unit.NANOS ? "mix_time" : "mix",
            table,
            mix,
            Integer.toString(threads),
            Integer.toString(range),
            filling.name().toLowerCase(Locale.ROOT),
            Integer.toString(effort.erlangWarmupMillis()),
            Integer.toString(effort.iterations()),
            Integer.toString(effort.iterationMillis())),
        effort.forks(),
        setup()
            .plusMillis(
                effort.erlangWarmupMillis() + (long) effort.iterations() * effort.iterationMillis())
            .multipliedBy(effort.forks()));
  }

  private Duration setup() {
    return START.plus(fillingTime());
  }

  /** Structures that take turns share the start of their JVM. */
  private Duration fillingTime() {
    return Duration.ofMillis(100).plusNanos(range / 2 * NANOS_OF_AN_INSERT);
  }
}
