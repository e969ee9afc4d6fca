package org.jets.ets.store;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a store remembers from the moment when its table is fixed until it is no longer.
 * All methods may be called by several threads at once.
 *
 * <p>A memory is held once by each fixation and is dead when none holds it any more; a dead one is
 * never held again.
 */
public abstract class KeyMemory {
  private static final long ENTRY_BYTES = 48;

  private final AtomicInteger holds = new AtomicInteger(1);

  /** Null where nobody counts what tables take. */
  private final @Nullable TableMeter meter;

  /** Guards {@link #countedBytes} and {@link #isDead}; the meter is locked inside. */
  private final ReentrantLock counting = new ReentrantLock();

  private long countedBytes;
  private boolean isDead;

  KeyMemory(@Nullable TableMeter meter) {
    this.meter = meter;
  }

  /** Holds this once more; false, and nothing done, if it is dead. */
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

  /** Holds this once less; true if it is dead now, and is to be {@linkplain #uncount uncounted}. */
  final boolean unhold() {
    return holds.decrementAndGet() == 0;
  }

  /** Counts the keys of a dead memory no more. */
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

  /** Returns how many bytes a deleted key is to count for. */
  final long bytesToCount(Term key) {
    return meter == null ? 0 : ENTRY_BYTES + TermBytes.of(key);
  }

  /** Counts a deleted key that has just been entered. No deletion fails because of that. */
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

  /** Says that somebody is about to put something under a key, perhaps. */
  abstract void beginWrite();

  /** Says that one who has {@linkplain #beginWrite begun} is done. */
  abstract void endWrite();

  /** Says that something has been put under a key. */
  abstract void written();

  /**
   * Says that a key which is there, or was while the table has been fixed, is deleted. Who deletes
   * a key says so before, that no step from it fails in between, and again afterwards if the table
   * has been fixed meanwhile.
   */
  abstract void deleted(Term key);

  /**
   * Returns about how many bytes are kept, deleted keys and orders of all keys together.
   *
   * @param limit where measuring stops
   * @param visits bounds the time as well
   */
  abstract long bytes(long limit, TermBytes.Visits visits);

  /** Returns about how many bytes a set of keys takes, each of which is measured. */
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
