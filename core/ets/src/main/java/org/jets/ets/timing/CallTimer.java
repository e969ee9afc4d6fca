package org.jets.ets.timing;

import java.util.concurrent.TimeUnit;
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
 * <p>Times are counted in two periods of {@value #PERIOD_SECONDS} seconds, the current one and the
 * one before. A call that ends while the periods change may be counted in the older one.
 *
 * <p>No call fails because of this: if memory runs out here, the call is not timed.
 */
public final class CallTimer {
  private static final int PERIOD_SECONDS = 30;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(PERIOD_SECONDS);
  private static final double MOST_SHARE = 0.99;

  private final CallSampler sampler;
  private final LongSupplier clock;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicReference<@Nullable Period> current = new AtomicReference<>();

  /** The times of a period, and of the one before if that is not too long ago. */
  private record Period(long beginNanos, CallTimes times, @Nullable CallTimes before) {}

  /** Creates a timer for the calls that a sampler chooses. */
  public CallTimer(CallSampler sampler) {
    this(sampler, System::nanoTime);
  }

  CallTimer(CallSampler sampler, LongSupplier clock) {
    this.sampler = sampler;
    this.clock = clock;
  }

  /** Returns whether this sampler chooses the calls. */
  public boolean isOf(@Nullable CallSampler other) {
    return sampler == other;
  }

  /**
   * Returns the store for one call: the same one, or one around it that times its first operation.
   */
  public TableStore storeOfCall(TableStore store) {
    long standsFor = sampler.next();
    if (standsFor == 0) {
      return store;
    }
    try {
      return new TimedStore(store, this, standsFor);
    } catch (OutOfMemoryError e) {
      return store;
    }
  }

  /** Begins to time a search, which is always counted. The result ends it. */
  public Runnable search() {
    long begin = clock.getAsLong();
    return () -> record(clock.getAsLong() - begin, 1);
  }

  long now() {
    return clock.getAsLong();
  }

  void record(long nanos, long standsFor) {
    calls.addAndGet(standsFor);
    try {
      times().add(nanos, standsFor);
    } catch (OutOfMemoryError e) {
      // The call has ended as it has ended.
    }
  }

  private CallTimes times() {
    Period known = current.get();
    long now = clock.getAsLong();
    if (known != null && now - known.beginNanos() < PERIOD_NANOS) {
      return known.times();
    }
    boolean isNext = known != null && now - known.beginNanos() < 2 * PERIOD_NANOS;
    Period next = new Period(now, new CallTimes(), isNext && known != null ? known.times() : null);
    Period witness = current.compareAndExchange(known, next);
    return witness == known || witness == null ? next.times() : witness.times();
  }

  /** Returns the number of calls so far, and the time that 99 % of the last ones did not exceed. */
  public TableFacts.Calls facts() {
    Period known = current.get();
    long age = known == null ? 0 : clock.getAsLong() - known.beginNanos();
    if (known == null || age >= 2 * PERIOD_NANOS) {
      return new TableFacts.Calls(calls.get(), -1);
    }
    CallTimes before = age < PERIOD_NANOS ? known.before() : null;
    return new TableFacts.Calls(calls.get(), CallTimes.quantile(MOST_SHARE, known.times(), before));
  }
}
