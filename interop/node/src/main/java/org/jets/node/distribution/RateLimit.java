package org.jets.node.distribution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Bounds events that other nodes can cause at will: {@value #LINES} in 10 seconds. Counts the
 * events beyond the bound. Safe for use by many threads.
 */
final class RateLimit {
  static final int LINES = 10;
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier clock;

  @GuardedBy("this") private long windowStart;

  @GuardedBy("this") private int lines;

  @GuardedBy("this") private long left;

  RateLimit(LongSupplier clock) {
    this.clock = clock;
    this.windowStart = clock.getAsLong();
  }

  /**
   * Allows an event, or counts it.
   *
   * @return the number of counted events that no call has returned before; -1 if this one is
   *     counted
   */
  synchronized long begin() {
    beginWindow();
    if (lines == LINES) {
      left++;
      return -1;
    }
    lines++;
    return takeLeft();
  }

  /**
   * Returns the number of counted events that no call has returned before; 0 before the time is
   * over.
   */
  synchronized long over() {
    beginWindow();
    return lines == 0 ? takeLeft() : 0;
  }

  /** Returns the number of counted events that no call has returned before, at any time. */
  synchronized long rest() {
    return takeLeft();
  }

  @GuardedBy("this") private void beginWindow() {
    long now = clock.getAsLong();
    if (now - windowStart > WINDOW_NANOS) {
      windowStart = now;
      lines = 0;
    }
  }

  @GuardedBy("this") private long takeLeft() {
    long untold = left;
    left = 0;
    return untold;
  }
}
