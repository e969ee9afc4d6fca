package org.jets.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Collector;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.turns.SteadyMeasurement;
import org.jets.bench.harness.turns.TurnEffort;
import org.jets.bench.harness.turns.TurnMeasurement;
import org.jets.bench.harness.turns.TurnSuite;

/**
 * Runs of mixes of operations, by turns with all others of the same mix and number of threads.
 *
 * @param range the greatest key
 * @param filling with what a structure begins
 * @param turns the effort of JVMs, in which structures take turns
 * @param collector theirs
 */
record MixPoints(int range, MixBenchmark.Filling filling, TurnEffort turns, Collector collector) {
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
    this(range, filling, TurnEffort.of(profile).withJvms(profile.effort().forks()), collector);
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

  /** A run here. */
  TurnRun ofJvm(String structure, String mix, int threads) {
    return new TurnRun(heat(mix), structure, threads, turns.jvms());
  }

  /** A run in an Erlang. */
  TurnRun ofErlang(List<String> command, String table, String mix, int threads) {
    return TurnSuite.ofErlang(heat(mix), command, table, threads, turns.jvms());
  }

  private ForkedRun heat(String mix) {
    List<String> arguments = new ArrayList<>();
    arguments.add(MixTurns.class.getName());
    arguments.add(workload(mix));
    arguments.addAll(turns.arguments());
    return new ForkedRun(
        TurnMeasurement.class,
        arguments,
        collector.flagsOfTurns(HEAP),
        fillingTime().plus(turns.expected()));
  }

  private String workload(String mix) {
    return range + "/" + filling + "/" + mix;
  }

  /** A run of a structure alone, whose value is the time until its rate is steady. */
  ForkedRun toSteadyState(String structure, String mix, int threads) {
    return new ForkedRun(
        SteadyMeasurement.class,
        List.of(
            structure,
            MixTurns.class.getName(),
            workload(mix),
            Integer.toString(threads),
            Long.toString(LONGEST.toMillis())),
        collector.flagsOfTurns(HEAP),
        setup().plus(LONGEST));
  }

  private Duration setup() {
    return START.plus(fillingTime());
  }

  /** Structures that take turns share the start of their JVM. */
  private Duration fillingTime() {
    return Duration.ofMillis(100).plusNanos(range / 2 * NANOS_OF_AN_INSERT);
  }
}
