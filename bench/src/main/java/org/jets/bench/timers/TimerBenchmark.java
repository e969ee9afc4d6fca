package org.jets.bench.timers;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Starts a random one of many timers again, as a server does with the time-out of a connection that
 * has been heard of. Timers run from one second to an hour.
 *
 * <p>{@code ./jets bench timers}, or {@code ./jets bench TimerBenchmark} for the raw scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class TimerBenchmark {
  private static final int LEAST_MILLIS = 1_000;
  private static final int MOST_MILLIS = 3_600_000;

  /** The kind of timers. */
  @Param({"TABLE", "EXECUTOR", "NETTY_WHEEL"})
  public Timers.Kind kind = Timers.Kind.TABLE;

  /** Their number. */
  @Param({"1000000", "10000000"})
  public int count = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private Timers timers;

  /** Starts all. */
  @Setup
  public void startAll() {
    timers = kind.newTimers(count);
    for (int number = 0; number < count; number++) {
      start(number);
    }
  }

  private void start(int number) {
    timers.start(number, random.nextInt(LEAST_MILLIS, MOST_MILLIS));
  }

  /** Stops all. */
  @TearDown
  public void stopAll() {
    timers.close();
  }

  @Benchmark
  public void restart() {
    start(random.nextInt(count));
  }
}
