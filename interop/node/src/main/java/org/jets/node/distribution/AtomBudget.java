package org.jets.node.distribution;

import java.util.concurrent.TimeUnit;

/**
 * Counts the new atoms of a connection. Atoms that nothing refers to are collected. So the limit
 * applies to the new atoms of a minute, not to their total.
 *
 * <p>For one thread.
 */
final class AtomBudget {
  private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final int maxPerMessage;
  private final int maxPerMinute;
  private long windowStart = System.nanoTime();
  private int left;

  AtomBudget(DistributionOptions options) {
    this.maxPerMessage = options.maxNewAtomsPerMessage;
    this.maxPerMinute = options.maxNewAtomsPerMinute;
    this.left = maxPerMinute;
  }

  /** Returns how many new atoms the next message may have. */
  int limit() {
    if (left < maxPerMessage && System.nanoTime() - windowStart > WINDOW_NANOS) {
      windowStart = System.nanoTime();
      left = maxPerMinute;
    }
    return Math.min(left, maxPerMessage);
  }

  /** Counts new atoms. */
  void spend(int count) {
    left -= Math.min(left, count);
  }
}
