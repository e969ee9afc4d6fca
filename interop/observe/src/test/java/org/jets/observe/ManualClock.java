package org.jets.observe;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that a test advances. */
final class ManualClock implements LongSupplier {
  private final AtomicLong nanos = new AtomicLong(System.nanoTime());

  private volatile long stepNanos;

  void advanceMillis(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Makes each reading of the clock advance it. */
  void setStepMillis(long millis) {
    stepNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public long getAsLong() {
    return nanos.getAndAdd(stepNanos);
  }
}
