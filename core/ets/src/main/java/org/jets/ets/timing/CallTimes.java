package org.jets.ets.timing;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of times. Each power of two of nanoseconds has {@value #PARTS} classes, so that a
 * time is known within a quarter. Times below 64 ns are one class, and so are those above 68 s.
 */
final class CallTimes {
  private static final int PARTS = 4;
  private static final int PART_BITS = 2;
  private static final int FIRST_BIT = 6;
  private static final int LAST_BIT = 36;
  private static final int CLASSES = (LAST_BIT - FIRST_BIT) * PARTS + 2;

  private final AtomicLongArray counts = new AtomicLongArray(CLASSES);

  void add(long nanos, long calls) {
    counts.addAndGet(classOf(nanos), calls);
  }

  private static int classOf(long nanos) {
    if (nanos < 1L << FIRST_BIT) {
      return 0;
    }
    if (nanos >= 1L << LAST_BIT) {
      return CLASSES - 1;
    }
    int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int part = (int) (nanos >>> (bit - PART_BITS)) & (PARTS - 1);
    return (bit - FIRST_BIT) * PARTS + part + 1;
  }

  /** Returns a time that no time of this class reaches; the least of the last class. */
  private static long endOf(int number) {
    if (number == 0) {
      return 1L << FIRST_BIT;
    }
    int bit = FIRST_BIT + (number - 1) / PARTS;
    int parts = PARTS + (number - 1) % PARTS + 1;
    return number == CLASSES - 1 ? 1L << LAST_BIT : (long) parts << (bit - PART_BITS);
  }

  /** Returns a time that this share of the times does not exceed; -1 if there is no time. */
  static long quantile(double share, CallTimes times, @Nullable CallTimes more) {
    long total = 0;
    for (int i = 0; i < CLASSES; i++) {
      total += count(times, more, i);
    }
    long wanted = (long) Math.ceil(total * share);
    long seen = 0;
    for (int i = 0; i < CLASSES && total > 0; i++) {
      seen += count(times, more, i);
      if (seen >= wanted) {
        return endOf(i);
      }
    }
    return total == 0 ? -1 : endOf(CLASSES - 1);
  }

  private static long count(CallTimes times, @Nullable CallTimes more, int number) {
    return times.counts.get(number) + (more == null ? 0 : more.counts.get(number));
  }
}
