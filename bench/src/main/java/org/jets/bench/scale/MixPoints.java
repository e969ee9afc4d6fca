package org.jets.bench.scale;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Unit;

/**
 * Runs of mixes of operations, with the same keys and counts here and in Erlang.
 *
 * @param range the greatest key
 * @param filling with what a structure begins
 * @param unit of the experiment: {@link Unit#MOPS} or {@link Unit#NANOS}
 */
record MixPoints(int range, MixBenchmark.Filling filling, Effort effort, Unit unit) {
  /** A heap of one size whose pages are there from the start. */
  static final List<String> FLAGS = List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC");

  /** The time of an insert in the slowest structures. */
  private static final long NANOS_OF_AN_INSERT = 1500;

  private static final Duration START = Duration.ofMillis(900);

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

  /** A run here. */
  JmhRun ofJvm(String structure, String mix) {
    return new JmhRun(
        MixBenchmark.class,
        "operation",
        parameters(structure, mix, range, filling),
        effort,
        FLAGS,
        setup());
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
    return START.plusNanos(range / 2 * NANOS_OF_AN_INSERT);
  }
}
