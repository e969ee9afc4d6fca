package org.jets.app.demo;

import java.util.concurrent.atomic.LongAdder;

/** Counts operations and the time that threads spend in them. */
final class Meter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final LongAdder operations = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Adds operations that this thread has done since a value of {@link System#nanoTime}. */
  void add(long count, long sinceNanos) {
    nanos.add(System.nanoTime() - sinceNanos);
    operations.add(count);
  }

  /**
   * Returns how many operations in a second this many threads do together, computed from the time
   * that they spent in the operations alone.
   */
  double perSecond(int threads) {
    long spent = nanos.sum();
    return spent == 0 ? 0 : operations.sum() * NANOS_PER_SECOND * threads / spent;
  }
}
