package org.jets.bench.harness;

import java.time.Duration;

/**
 * The number and the length of JMH's iterations. In a benchmark of mode {@code SingleShotTime} an
 * iteration is one call and its milliseconds mean nothing.
 *
 * @param forks JVMs, each of which does all of the following; at least 1
 * @param warmups iterations that are not counted
 * @param iterations iterations that are, each of them a repetition; at least 1
 */
public record Effort(
    int forks, int warmups, int warmupMillis, int iterations, int iterationMillis) {
  private static final int MOST_ERLANG_WARMUP_MILLIS = 500;

  /** Checks the counts. */
  public Effort {
    if (forks < 1 || warmups < 0 || iterations < 1) {
      throw new IllegalArgumentException(
          "effort: %d forks, %d and %d iterations (expected: >= 1, >= 0 and >= 1)"
              .formatted(forks, warmups, iterations));
    }
  }

  /** Returns an effort of forks that each call the benchmark once an iteration, after warm-up. */
  public static Effort singleShots(int forks, int warmups, int iterations) {
    return new Effort(forks, warmups, 1, iterations, 1);
  }

  /**
   * Returns the warm-up of a live Erlang: its code is compiled when it is loaded, and only tables
   * and caches are left to warm up.
   */
  public int erlangWarmupMillis() {
    return Math.min(MOST_ERLANG_WARMUP_MILLIS, warmups * warmupMillis);
  }

  /** The time of the iterations alone. */
  Duration duration() {
    return Duration.ofMillis(
        (long) forks * ((long) warmups * warmupMillis + (long) iterations * iterationMillis));
  }

  @Override
  public String toString() {
    return String.format(
        "%d x (%d x %d ms + %d x %d ms)",
        forks, warmups, warmupMillis, iterations, iterationMillis);
  }
}
