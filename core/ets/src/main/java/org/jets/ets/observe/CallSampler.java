package org.jets.ets.observe;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Chooses the calls of tables that are timed: see {@link org.jets.ets.TableSpace#observeCalls}. A
 * call is chosen at random, with a chance of at least 1 in {@value #LEAST_CHANCE}. It stands for as
 * many calls as its chance says, so that the sum of what the chosen calls stand for is on average
 * the number of all calls.
 *
 * <p>Each group of threads has a chance of its own. It halves after a sample that comes within a
 * millisecond of the last one, and doubles after one that comes later than 4 milliseconds. So few
 * calls are all timed, and many cost little. A call that is not chosen decrements one number of its
 * group. The number is plain: threads of one group may lose a decrement, and then a call is not
 * counted.
 *
 * <p>Safe for use by many threads.
 */
public final class CallSampler {
  /** The least chance of a call is 1 in this number. */
  public static final int LEAST_CHANCE = 1024;

  private static final int GROUPS = 64;

  /** The longs of a group: two lines of a cache, so that groups are no neighbours. */
  private static final int SPREAD = 16;

  /** The places in a group. */
  private static final int LEFT = 0;

  private static final int STANDS_FOR = 1;
  private static final int LAST_NANOS = 2;

  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final LongSupplier clock;
  private final long[] groups = new long[(GROUPS + 1) * SPREAD];

  /** Creates a sampler. */
  public CallSampler() {
    this(System::nanoTime);
  }

  /**
   * Creates a sampler with a clock.
   *
   * @param clock returns nanoseconds, as {@link System#nanoTime} does
   */
  public CallSampler(LongSupplier clock) {
    this.clock = clock;
    long now = clock.getAsLong();
    long first = Math.min(gap(2), 1); // Drawn, so that no call initializes the source of chance.
    for (int group = 0; group < GROUPS; group++) {
      groups[place(group) + LAST_NANOS] = now;
      groups[place(group) + STANDS_FOR] = 1;
      groups[place(group) + LEFT] = first;
    }
  }

  private static int place(long thread) {
    return (int) ((thread & (GROUPS - 1)) + 1) * SPREAD;
  }

  /** Returns the number of calls that this one stands for; 0 if it is not chosen. */
  public long next() {
    int at = place(Thread.currentThread().getId());
    return --groups[at + LEFT] > 0 ? 0 : choose(at);
  }

  private long choose(int at) {
    long chosen = Math.max(groups[at + STANDS_FOR], 1);
    long now = clock.getAsLong();
    long since = now - groups[at + LAST_NANOS];
    long next = chosen;
    if (since < SOON_NANOS) {
      next = Math.min(2 * chosen, LEAST_CHANCE);
    } else if (since > LATE_NANOS) {
      next = Math.max(chosen / 2, 1);
    }
    groups[at + LAST_NANOS] = now;
    groups[at + STANDS_FOR] = next;
    groups[at + LEFT] = gap(next);
    return chosen;
  }

  /** Draws the number of the next call that is chosen, which is on average the argument. */
  private static long gap(long mean) {
    if (mean == 1) {
      return 1;
    }
    double random = 1 - ThreadLocalRandom.current().nextDouble(); // Never 0.
    return 1 + (long) (Math.log(random) / Math.log1p(-1.0 / mean));
  }

  /**
   * Lets the groups that have chosen no call for long choose their next one, so that a table which
   * is hardly used any more is not seen late. A call has the same chance whenever this is called.
   */
  public void refresh() {
    long now = clock.getAsLong();
    for (int group = 0; group < GROUPS; group++) {
      int at = place(group);
      if (now - groups[at + LAST_NANOS] > IDLE_NANOS && groups[at + STANDS_FOR] > 1) {
        groups[at + STANDS_FOR] = 1;
        groups[at + LEFT] = 1;
      }
    }
  }
}
