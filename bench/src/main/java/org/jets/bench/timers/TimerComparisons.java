package org.jets.bench.timers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Subject;

/** Timers of a table beside those of the JDK, of Netty and of Erlang. */
public final class TimerComparisons {
  private static final int[] COUNTS = {1_000_000, 10_000_000};
  private static final int WARMUPS = 3;
  private static final int MILLIS = 500;
  private static final long NANOS_OF_A_START = 1_500;

  private TimerComparisons() {}

  /** Returns the comparisons in the order of the report. */
  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (int count : COUNTS) {
      Subject ours = new OfJvm(Timers.Kind.TABLE, count);
      all.add(
          compare(
              count,
              ours,
              new Structure("ScheduledThreadPoolExecutor", Origin.JDK),
              new OfJvm(Timers.Kind.EXECUTOR, count)));
      all.add(
          compare(
              count,
              ours,
              new Structure("HashedWheelTimer", Origin.OTHER),
              new OfJvm(Timers.Kind.NETTY_WHEEL, count)));
      all.add(
          compare(
              count, ours, new Structure("erlang:start_timer", Origin.ETS), new OfErlang(count)));
    }
    return all;
  }

  private static Comparison compare(int count, Subject ours, Structure structure, Subject rival) {
    return new Comparison(
        "restart of a timer",
        String.format(Locale.ROOT, "of %,d", count),
        ours,
        structure,
        rival,
        Goal.ANY_SPEEDUP);
  }

  private static Duration filling(int count) {
    return Duration.ofSeconds(1).plusNanos(count * NANOS_OF_A_START);
  }

  private record OfJvm(Timers.Kind kind, int count) implements Subject {
    @Override
    public int threads() {
      return 1;
    }

    @Override
    public Measured measured(List<String> flags, int rounds) {
      return new JmhRun(
          TimerBenchmark.class,
          "restart",
          Map.of("kind", kind.name(), "count", Integer.toString(count)),
          new Effort(rounds, WARMUPS, MILLIS, WARMUPS, MILLIS),
          flags,
          filling(count));
    }
  }

  private record OfErlang(int count) implements Subject {
    @Override
    public int threads() {
      return 1;
    }

    @Override
    public Measured measured(List<String> flags, int rounds) {
      return new ErlangRun(
          ErlangCommand.words(),
          List.of("timers", Integer.toString(count), "3", Integer.toString(MILLIS)),
          filling(count).plusMillis(4L * MILLIS));
    }
  }
}
