package org.jets.ets.watch;

import java.util.concurrent.locks.Lock;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.store.Batch;
import org.jets.ets.store.PauseCounter;
import org.jets.terms.Term;

/**
 * A fixed number of locks that all keys of a table share. Keys that the table takes for the same
 * have the same lock: in an ordered_set those that are {@code ==}. A thread holds one of them, or
 * takes all in their order, or each for itself.
 */
final class KeyLocks {
  private static final int LOCKS = 64;

  private final OverflowSafeLock[] locks = new OverflowSafeLock[LOCKS];
  private final boolean isOrdered;

  /**
   * Makes the locks.
   *
   * @param isOrdered whether the table is an ordered_set
   */
  KeyLocks(boolean isOrdered) {
    this.isOrdered = isOrdered;
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new OverflowSafeLock();
    }
  }

  /** Returns the lock of a key. Costs a hash of the key. */
  Lock of(Term key) {
    int hash = (isOrdered ? KeyHash.of(key) : key.hashCode()) * 0x9E3779B9;
    return locks[hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(LOCKS))];
  }

  /** Acquires all locks, or fails and holds none. */
  void lockAll() {
    StackRoom.requireForCall();
    lockFrom(0);
  }

  /**
   * Returns when all threads that hold a lock now have given it back. Acquires one lock at a time,
   * so that no thread waits for another lock than one that is held anyway. Pauses while it waits.
   * Called with no lock held.
   */
  void awaitAll() {
    StackRoom.requireForCall();
    PauseCounter pauses = new PauseCounter();
    for (OverflowSafeLock lock : locks) {
      pauses.lock(lock);
      lock.unlock();
    }
  }

  /** As {@link #lockAll}, for a batch. */
  void lockAll(Batch batch) {
    StackRoom.requireForCall();
    batch.lock(locks[0]);
    boolean isHeld = false;
    try {
      lockFrom(1);
      isHeld = true;
    } finally {
      if (!isHeld) {
        locks[0].unlock();
      }
    }
  }

  private void lockFrom(int first) {
    int held = first;
    try {
      while (held < LOCKS) {
        locks[held].lock();
        held++;
      }
    } finally {
      if (held < LOCKS) {
        for (int i = first; i < held; i++) {
          locks[i].unlock();
        }
      }
    }
  }

  /** Gives back all locks. */
  void unlockAll() {
    for (OverflowSafeLock lock : locks) {
      lock.unlock();
    }
  }
}
