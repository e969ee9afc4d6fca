package org.jets.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets a number of events pass in each second, and counts the others. Safe for many threads. */
final class RateBound {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int perSecond;
  private final LongSupplier clock;

  @GuardedBy("this") private long beginNanos;

  @GuardedBy("this") private int passed;

  @GuardedBy("this") private long left;

  RateBound(int perSecond, LongSupplier clock) {
    this.perSecond = perSecond;
    this.clock = clock;
    this.beginNanos = clock.getAsLong();
  }

  /** Returns how many events were left out before this one, or -1 to leave this one out. */
  synchronized long pass() {
    long now = clock.getAsLong();
    if (now - beginNanos >= SECOND_NANOS) {
      beginNanos = now;
      passed = 0;
    }
    if (passed == perSecond) {
      left++;
      return -1;
    }
    passed++;
    long omitted = left;
    left = 0;
    return omitted;
  }
}
