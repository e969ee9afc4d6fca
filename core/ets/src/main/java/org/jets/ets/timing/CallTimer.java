package org.jets.ets.timing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.observe.TableFacts;
import org.jets.ets.store.TableStore;
import org.jspecify.annotations.Nullable;

/**
 * The number of calls of a table, and how long they take. Safe for use by many threads. Only the
 * calls that the {@link CallSampler} chooses write here.
 *
 * <p><b>Windows.</b> While the table is {@linkplain CallSampler#BUSY_CALLS busy}, its calls are
 * chosen in short windows alone. A window's calls in a second are taken for those of the time until
 * the next window. The number of calls goes on evenly meanwhile, and never falls.
 *
 * <p><b>Times</b> are counted in two periods of {@value #PERIOD_SECONDS} seconds, the current one
 * and the one before. A call that ends while the periods change may be counted in the older one.
 * They are released when no call has come for two periods, the table is gone, or nobody has asked
 * for {@value #UNSEEN_SECONDS} seconds. Then times are not counted until the next question.
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>written</th></tr>
 *   <tr><td>{@code recorded}</td><td>atomically, by calls that end</td></tr>
 *   <tr><td>{@code current}</td><td>by CAS, by calls that end; to null at the end of windows</td>
 *     </tr>
 *   <tr><td>{@code tally}, {@code weight}, {@code isBusy}, {@code wasMuch}, {@code marked}, {@code markedNanos}</td>
 *     <td>under the sampler's lock, at the begin and end of windows</td></tr>
 *   <tr><td>{@code seenNanos}</td><td>by each question; a late write is of no consequence</td></tr>
 * </table>
 *
 * <p>No call fails because of this: if memory runs out here, the call is not timed.
 */
public final class CallTimer implements CallSampler.Windowed {
  private static final int PERIOD_SECONDS = 30;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(PERIOD_SECONDS);
  private static final int UNSEEN_SECONDS = 120;
  private static final long UNSEEN_NANOS = TimeUnit.SECONDS.toNanos(UNSEEN_SECONDS);
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(CallSampler.WINDOW_MILLIS);
  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LEAST_MARKED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final double MOST_SHARE = 0.99;

  /** A busy table is no more so at fewer calls than this share of the bound. */
  private static final double CALM_SHARE = 0.5;

  private final CallSampler sampler;
  private final LongSupplier clock;
  private final TimedStore timed;
  private final Switch timing;

  /** The sum of what the timed calls stand for. */
  private final AtomicLong recorded = new AtomicLong();

  private final AtomicReference<@Nullable Period> current = new AtomicReference<>();

  /** True if the sampler knows this. */
  private final AtomicBoolean isAsked = new AtomicBoolean();

  private volatile Tally tally;

  /** The number by which times of calls count. */
  private volatile long weight = 1;

  private volatile long seenNanos;
  private boolean isBusy;

  /** True if there were many calls in the last period: after a second one, the table is busy. */
  private boolean wasMuch;

  private long marked;
  private long markedNanos;

  /** Lets the calls of a table be timed, or not. */
  @FunctionalInterface
  public interface Switch {
    /** Returns false, and does nothing, if the timer is not, or no longer, that of a table. */
    boolean turn(CallTimer timer, boolean isTiming);
  }

  /** The times of a period, and of the one before if that is not too long ago. */
  private record Period(long beginNanos, CallTimes times, @Nullable CallTimes before) {}

  /**
   * The number of calls at a time.
   *
   * @param calls their number then
   * @param recorded the calls that had been recorded then; later ones are added
   * @param perNano the calls that are added for each nanosecond since then
   */
  private record Tally(double calls, long recorded, long nanos, double perNano) {
    double at(long now, long recordedNow) {
      return calls + (recordedNow - recorded) + perNano * Math.max(now - nanos, 0);
    }
  }

  /**
   * Creates a timer for the calls that a sampler chooses.
   *
   * @param store the store of the table
   */
  public CallTimer(CallSampler sampler, TableStore store, Switch timing) {
    this(sampler, store, timing, System::nanoTime);
  }

  CallTimer(CallSampler sampler, TableStore store, Switch timing, LongSupplier clock) {
    this.sampler = sampler;
    this.clock = clock;
    this.timed = new TimedStore(store, this);
    this.timing = timing;
    long now = clock.getAsLong();
    this.tally = new Tally(0, 0, now, 0);
    this.seenNanos = now;
    this.markedNanos = now;
  }

  /** Returns whether this sampler chooses the calls. */
  public boolean isOf(@Nullable CallSampler other) {
    return sampler == other;
  }

  /**
   * Returns the store for one call: the same one, or one around it that times its first operation.
   */
  public TableStore storeOfCall(TableStore store) {
    return sampler.next() ? timed : store;
  }

  /** Begins to time a search, which is counted whenever calls are timed. The result ends it. */
  public Runnable search() {
    long begin = clock.getAsLong();
    return () -> record(clock.getAsLong() - begin, 1);
  }

  long now() {
    return clock.getAsLong();
  }

  /** Ends an operation, which is counted if it is the first of a chosen call. */
  void endOperation(long begin) {
    long end = clock.getAsLong();
    long standsFor = sampler.take();
    if (standsFor > 0) {
      record(end - begin, standsFor);
    }
  }

  void record(long nanos, long standsFor) {
    recorded.addAndGet(standsFor);
    try {
      if (!isAsked.get() && isAsked.compareAndSet(false, true)) {
        askFor();
      }
      long now = clock.getAsLong();
      if (now - seenNanos < UNSEEN_NANOS) {
        times(now).add(nanos, standsFor * weight);
      }
    } catch (OutOfMemoryError e) {
      // The call has ended as it has ended.
    }
  }

  private void askFor() {
    boolean isKnown = false;
    try {
      sampler.ask(this);
      isKnown = true;
    } finally {
      if (!isKnown) {
        isAsked.set(false);
      }
    }
  }

  private CallTimes times(long now) {
    Period known = current.get();
    if (known != null && now - known.beginNanos() < PERIOD_NANOS) {
      return known.times();
    }
    boolean isNext = known != null && now - known.beginNanos() < 2 * PERIOD_NANOS;
    Period next = new Period(now, new CallTimes(), isNext && known != null ? known.times() : null);
    Period witness = current.compareAndExchange(known, next);
    return witness == known || witness == null ? next.times() : witness.times();
  }

  @Override
  public void openWindow() {
    if (!isBusy) {
      return;
    }
    long now = clock.getAsLong();
    Tally before = tally;
    long closedNanos = now - before.nanos();
    try {
      // Made before calls are timed, so that none of this is done if memory runs out.
      Tally opened = new Tally(before.at(now, recorded.get()), recorded.get(), now, 0);
      weight = Math.max((closedNanos + WINDOW_NANOS) / WINDOW_NANOS, 1);
      if (timing.turn(this, true)) {
        mark(now);
        tally = opened;
      }
    } catch (OutOfMemoryError e) {
      // The last window stands for this time too.
    }
  }

  private void mark(long now) {
    marked = recorded.get();
    markedNanos = now;
  }

  @Override
  public boolean closeWindow() {
    long now = clock.getAsLong();
    if (!isBusy && now - markedNanos < LEAST_MARKED_NANOS) {
      return true; // A short burst since then tells little.
    }
    long calls = recorded.get();
    double perNano = Math.max(calls - marked, 0) / (double) Math.max(now - markedNanos, 1);
    double inSecond = perNano * SECOND_NANOS;
    boolean isMuch = inSecond > (isBusy ? CALM_SHARE : 1) * CallSampler.BUSY_CALLS;
    isBusy = isMuch && (isBusy || wasMuch);
    wasMuch = isMuch;
    try {
      Tally counted = new Tally(tally.at(now, calls), calls, now, isBusy ? perNano : 0);
      if (!timing.turn(this, !isBusy)) {
        current.set(null);
        return false;
      }
      tally = counted;
    } catch (OutOfMemoryError e) {
      isBusy = false; // Calls are being timed, or the next end of a window sees to that.
    }
    mark(now);
    if (!isBusy) {
      weight = 1;
    }
    return isBusy || wasMuch || hasTimes(now) || rest();
  }

  /** For tests. */
  boolean hasPeriod() {
    return current.get() != null;
  }

  /** Returns whether there are times to keep; releases those that nobody asks for. */
  private boolean hasTimes(long now) {
    Period known = current.get();
    if (known == null) {
      return false;
    }
    if (now - known.beginNanos() < 2 * PERIOD_NANOS && now - seenNanos < UNSEEN_NANOS) {
      return true;
    }
    current.set(null);
    return false;
  }

  /** Lets the next call tell the sampler of this again. Returns false. */
  private boolean rest() {
    isAsked.set(false);
    return false;
  }

  /** Returns the number of calls so far, and the time that 99 % of the last ones did not exceed. */
  public TableFacts.Calls facts() {
    long now = clock.getAsLong();
    seenNanos = now;
    long calls = (long) tally.at(now, recorded.get());
    Period known = current.get();
    long age = known == null ? 0 : now - known.beginNanos();
    if (known == null || age >= 2 * PERIOD_NANOS) {
      return new TableFacts.Calls(calls, -1);
    }
    CallTimes before = age < PERIOD_NANOS ? known.before() : null;
    return new TableFacts.Calls(calls, CallTimes.quantile(MOST_SHARE, known.times(), before));
  }
}
