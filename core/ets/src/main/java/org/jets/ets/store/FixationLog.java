package org.jets.ets.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a store remembers while its table is fixed. All methods are thread-safe.
 *
 * <p>Each fixation holds the log once. When no fixation holds it any more it is dead, and is never
 * held again.
 */
public abstract class FixationLog {
  private static final long ENTRY_BYTES = 48;
  private static final int SAMPLE = 100;

  /** The number of bytes at which the measuring of a key in a sample stops. */
  private static final long MOST_SAMPLE_BYTES = 1 << 14;

  private final AtomicInteger holds = new AtomicInteger(1);

  /** Null if the table is not metered. */
  private final @Nullable TableMeter meter;

  /** The meter is locked inside. */
  private final OverflowSafeLock counting = new OverflowSafeLock();

  @GuardedBy("counting") private long countedBytes;

  @GuardedBy("counting") private boolean isDead;

  FixationLog(@Nullable TableMeter meter) {
    this.meter = meter;
  }

  /** Holds this once more. Returns false, and does nothing, if it is dead. */
  final boolean hold() {
    int current = holds.get();
    while (current > 0) {
      if (holds.compareAndSet(current, current + 1)) {
        return true;
      }
      current = holds.get();
    }
    return false;
  }

  /**
   * Holds this once less. Returns true if it is dead now and must be {@linkplain #uncount
   * uncounted}.
   */
  final boolean unhold() {
    return holds.decrementAndGet() == 0;
  }

  /** Takes back the count of a dead log's keys. */
  final void uncount() {
    TableMeter counts = meter;
    if (counts == null) {
      return;
    }
    counting.lock();
    try {
      isDead = true;
      counts.countBesideUnchecked(-countedBytes);
      countedBytes = 0;
    } finally {
      counting.unlock();
    }
  }

  /** Returns the number of bytes that a deleted key counts for. */
  final long bytesToCount(Term key) {
    return meter == null ? 0 : ENTRY_BYTES + TermBytes.of(key);
  }

  /**
   * Counts a deleted key that has just been entered. A deletion never fails because of the count.
   */
  final void count(long bytes) {
    if (meter != null) {
      counting.lock();
      try {
        if (!isDead) {
          meter.countBesideUnchecked(bytes);
          countedBytes += bytes;
        }
      } finally {
        counting.unlock();
      }
    }
  }

  /** Announces that a writer may be about to put an object under a key. */
  abstract void beginWrite();

  /** Announces that a writer that has {@linkplain #beginWrite begun} is done. */
  abstract void endWrite();

  /** Announces that an object has been put under a key. */
  abstract void written();

  /**
   * Announces the deletion of a key that is present, or was while the table has been fixed. A
   * thread calls this before it deletes the key, so that no step from the key fails in between, and
   * does not delete the key if this fails. It calls this again afterwards if the table has been
   * fixed meanwhile. The key may stay nevertheless.
   */
  abstract void deleted(Term key);

  /**
   * Returns an estimate of the bytes kept: deleted keys and orders of all keys together.
   *
   * @param limit the number of bytes at which measuring stops
   * @param visits bounds the time as well
   */
  abstract long bytes(long limit, TermBytes.Visits visits);

  /** As {@link #bytes}, by the size of the first keys. Constant time. */
  abstract long estimatedBytes();

  /** Returns an estimate of the bytes of a set of keys, of which the first are measured. */
  static long estimatedBytesOf(Set<Term> keys) {
    long bytes = 0;
    int count = 0;
    for (Term key : keys) {
      if (count == SAMPLE) {
        break;
      }
      bytes += ENTRY_BYTES + TermBytes.of(key, MOST_SAMPLE_BYTES);
      count++;
    }
    return count == 0 ? 0 : bytes / count * keys.size();
  }

  /** Returns an estimate of the bytes of a set of keys, each of which is measured. */
  public static long bytesOf(Set<Term> keys, long limit, TermBytes.Visits visits) {
    long bytes = 0;
    for (Term key : keys) {
      if (!visits.add(1) || bytes > limit) {
        break;
      }
      bytes += ENTRY_BYTES + TermBytes.of(key, limit, visits);
    }
    return bytes;
  }
}
