package org.jets.ets.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Chooses the calls of tables that are timed: see {@link org.jets.ets.TableSpace#observeCalls}. A
 * call is chosen at random, with a chance of at least 1 in {@value #LEAST_CHANCE}. It stands for as
 * many calls as its chance says, so that the sum of what the chosen calls stand for is on average
 * the number of all calls.
 *
 * <p><b>Windows.</b> A table with more than some {@value #BUSY_CALLS} calls in a second is busy.
 * Its calls are chosen in windows alone, which another thread {@linkplain #openWindow opens} and
 * {@linkplain #closeWindow closes}. Between windows they cost what calls cost that nobody observes.
 * A window stands for the time until the next one. Without such a thread no table becomes busy, and
 * this keeps each table that has been called until it is closed.
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

  /** A table with more calls in a second is busy. */
  public static final int BUSY_CALLS = 20_000;

  /** The milliseconds for which a window is meant to be open, once in about a second. */
  public static final int WINDOW_MILLIS = 20;

  private static final int GROUPS = 64;

  /** The longs of a group: two lines of a cache, so that groups are no neighbours. */
  private static final int SPREAD = 16;

  /** The places in a group. */
  private static final int LEFT = 0;

  private static final int STANDS_FOR = 1;
  private static final int LAST_NANOS = 2;

  /** The number of calls that the last chosen one stands for, until it is timed; then 0. */
  private static final int CHOSEN = 3;

  /** The state of the source of chance. */
  private static final int SEED = 4;

  private static final long SEED_FACTOR = 6364136223846793005L;
  private static final int EXPONENTIAL_BITS = 12;
  private static final int SEED_SHIFT = Long.SIZE - EXPONENTIAL_BITS;

  /** The quantiles of the exponential distribution with the mean 1. */
  private static final double[] EXPONENTIAL = new double[1 << EXPONENTIAL_BITS];

  /** For each power of 2, the factor that makes a geometric distribution with this mean of them. */
  private static final double[] SCALES = new double[Long.numberOfTrailingZeros(LEAST_CHANCE) + 1];

  static {
    Arrays.setAll(EXPONENTIAL, i -> -Math.log((i + 0.5) / EXPONENTIAL.length));
    for (int power = 1; power < SCALES.length; power++) {
      SCALES[power] = -1 / Math.log1p(-1.0 / (1 << power)); // That of the mean 1 is 0.
    }
  }

  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final LongSupplier clock;
  private final long[] groups = new long[(GROUPS + 1) * SPREAD];

  /** Those that have told that they are to be asked at the end of windows. */
  private final ConcurrentLinkedQueue<Windowed> coming = new ConcurrentLinkedQueue<>();

  /** Those that are asked. */
  @GuardedBy("this") private final List<Windowed> known = new ArrayList<>();

  /**
   * A timer that works in windows while it is busy. The methods are called by one thread at a time.
   */
  public interface Windowed {
    /** Begins to choose calls, if it has ended that. */
    void openWindow();

    /**
     * Ends to choose calls, if it is busy.
     *
     * @return whether this is to be asked again
     */
    boolean closeWindow();
  }

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
    Random seeds = new Random();
    for (int group = 0; group < GROUPS; group++) {
      groups[place(group) + LAST_NANOS] = now;
      groups[place(group) + STANDS_FOR] = 1;
      groups[place(group) + LEFT] = 1;
      groups[place(group) + SEED] = seeds.nextLong();
    }
  }

  private static int place(long thread) {
    return (int) ((thread & (GROUPS - 1)) + 1) * SPREAD;
  }

  /** Returns whether a call of this thread, which is the next one, is chosen. */
  public boolean next() {
    int at = place(Thread.currentThread().getId());
    return --groups[at + LEFT] <= 0 && choose(at);
  }

  /**
   * Returns the number of calls that this thread's chosen one stands for, at the end of its first
   * operation; 0 after that. Another thread of the group may have taken it.
   */
  public long take() {
    int at = place(Thread.currentThread().getId());
    long chosen = groups[at + CHOSEN];
    groups[at + CHOSEN] = 0;
    return chosen;
  }

  private boolean choose(int at) {
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
    groups[at + LEFT] = gap(at, next);
    groups[at + CHOSEN] = chosen;
    return true;
  }

  /**
   * Draws the number of the next call that is chosen, which is on average the chance's inverse: a
   * geometric distribution. It is short, so that the calls of tables are compiled in one piece.
   */
  private long gap(int at, long mean) {
    long seed = groups[at + SEED] * SEED_FACTOR + 1;
    groups[at + SEED] = seed;
    double exponential = EXPONENTIAL[(int) (seed >>> SEED_SHIFT)];
    return 1 + (long) (exponential * SCALES[Long.numberOfTrailingZeros(mean)]);
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

  /** Has this asked at the end of each window, until it wants that no more. Never blocks. */
  public void ask(Windowed windowed) {
    coming.add(windowed);
  }

  /**
   * Begins a window, in which calls of busy tables are chosen. Takes time linear in the number of
   * tables that had calls in the last minute.
   */
  public synchronized void openWindow() {
    known.forEach(Windowed::openWindow);
  }

  /** Ends a window. Tables that have become busy are seen from now on. */
  public synchronized void closeWindow() {
    for (Windowed next; (next = coming.peek()) != null; ) {
      known.add(next);
      coming.poll();
    }
    int kept = 0;
    for (int i = 0; i < known.size(); i++) {
      Windowed windowed = known.get(i);
      if (windowed.closeWindow()) {
        known.set(kept, windowed);
        kept++;
      }
    }
    known.subList(kept, known.size()).clear();
  }
}
