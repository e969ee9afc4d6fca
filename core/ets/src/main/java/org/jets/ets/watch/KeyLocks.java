package org.jets.ets.watch;

import java.util.concurrent.locks.Lock;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.store.Batch;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A fixed number of locks that all keys of a table share. Keys that the table takes for the same
 * have the same lock: in an ordered_set those that are {@code ==}. A thread holds one of them, or
 * takes all in their order.
 */
final class KeyLocks {
  private static final int LOCKS = 64;

  /** The number of elements of a tuple that decide about its lock. */
  private static final int ELEMENTS = 4;

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
    int hash = (isOrdered ? hash(key) : key.hashCode()) * 0x9E3779B9;
    return locks[hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(LOCKS))];
  }

  /** Acquires all locks, or fails and holds none. */
  void lockAll() {
    StackRoom.requireForCall();
    lockFrom(0);
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

  private static int hash(Term key) {
    if (!(key instanceof Tuple tuple)) {
      return leafHash(key);
    }
    int hash = tuple.arity();
    for (int i = 1; i <= Math.min(ELEMENTS, tuple.arity()); i++) {
      hash = 31 * hash + leafHash(tuple.element(i));
    }
    return hash;
  }

  /** Returns a hash that does not look into compound terms, whose parts may be numbers. */
  private static int leafHash(Term term) {
    if (term instanceof IntegerTerm integer) {
      return numberHash(
          integer.fitsLong()
              ? (double) integer.longValue()
              : integer.bigIntegerValue().doubleValue());
    }
    if (term instanceof FloatTerm number) {
      return numberHash(number.value());
    }
    if (term instanceof Tuple tuple) {
      return tuple.arity();
    }
    if (term instanceof ListTerm list) {
      return list.isEmpty() ? 1 : 2;
    }
    if (term instanceof RecordTerm record) {
      return record.size();
    }
    if (term instanceof LocalFun fun) {
      return fun.freeCount();
    }
    return term instanceof MapTerm map ? map.size() : term.hashCode();
  }

  /** Returns the hash of a number; an integer and a float that are {@code ==} have the same. */
  private static int numberHash(double number) {
    return Double.hashCode(number + 0.0); // The sum of -0.0 and 0.0 is 0.0.
  }
}
