package org.jets.ets;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.limit.Expiry;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.ets.limit.TableClock;

/** Clocks that stand still until a test moves them. */
final class FakeClock implements TableClock {
  /** Such that the nanoseconds overflow soon. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

  private final AtomicLong millis = new AtomicLong(1_000_000);

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public long currentTimeMillis() {
    return millis.get();
  }

  /** Moves both clocks. */
  void advanceMillis(long time) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(time));
    millis.addAndGet(time);
  }

  /** Returns the clocks of a JVM that begins after this time. */
  FakeClock ofNextJvm(long time) {
    FakeClock next = new FakeClock();
    next.nanos.set(-5_000_000_000L);
    next.millis.set(millis.get() + time);
    return next;
  }

  /** Returns options with a time to live by these clocks. */
  TableOptions expiring(TableOptions options, Kind kind, long ttlMillis) {
    return options.withExpiry(Expiry.of(kind, Duration.ofMillis(ttlMillis)).withClock(this));
  }

  /** Returns options by which an element holds the time of these clocks. */
  TableOptions expiringAt(TableOptions options, int position) {
    return options.withExpiry(Expiry.atElement(position).withClock(this));
  }
}
