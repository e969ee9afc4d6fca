package org.jets.ets.store;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * What a store over a hash map remembers of its keys from the moment when its table is fixed until
 * it is no longer: an order to walk them in, and which have been deleted.
 *
 * <p><b>Order.</b> The first step makes a {@link KeyOrder} of all keys. It never loses one, so that
 * a walk that has begun goes on from any key, whatever is deleted and inserted again, and comes to
 * each key once. Keys that are new since then are put before all others, by the next walk that
 * begins with the first key: that walk sees them, and walks under way do not, so that one who
 * inserts while walking comes to an end.
 *
 * <p><b>Deleted keys.</b> A step goes on from a key that is not there if it is in the order, or
 * among the deleted ones; else it never was there while the table was fixed. Who deletes a key
 * enters it before, so that no step fails in between, and looks again afterwards whether the table
 * has been fixed meanwhile. The place of a key that is in no order yet is before all others.
 *
 * <p><b>Guarded by.</b> {@link #lock}: the order and {@link #firstCandidate}.
 *
 * <p><b>New keys.</b> Who writes a key counts itself in {@link #begun} before the write, sets
 * {@link #hasNewKeys} after it, and counts itself in {@link #ended} then. A walk that begins reads
 * {@code ended} first, and goes through all keys again if by then more have begun, or something is
 * new; it clears {@code hasNewKeys} before that, and sets it again if it fails. So it finds each
 * key that could be seen when it began: the writer had begun, and either it had not ended, or it
 * had set {@code hasNewKeys}, and who cleared that went through the keys later. Writers that began
 * before the table was fixed are not counted, so that those who write to a table that is not fixed
 * share nothing; so a walk that begins while such a one has not returned yet may miss its key.
 *
 * <p><b>Memory order.</b> All of that is volatile. The sum of an adder that only grows has all that
 * was added before it was asked for, and nothing that is added after the answer.
 *
 * <p><b>Cost.</b> About 16 bytes for each key, and time linear in the number of keys for the first
 * step, and for each walk from the first key if anything has been inserted or replaced since the
 * last, or is just then; constant time, under the lock, for each other step.
 */
final class FixedKeys extends KeyMemory {
  private static final int KEY_BYTES = 16;

  private final IteratedMapStore<?> store;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Term> deleted = ConcurrentHashMap.newKeySet();
  private final KeyOrder order = new KeyOrder();
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private volatile boolean hasNewKeys = true;

  /** No key at this place or above is there, unless there are new keys. */
  private int firstCandidate;

  FixedKeys(IteratedMapStore<?> store, @Nullable TableMeter meter) {
    super(meter);
    this.store = store;
  }

  @Override
  void beginWrite() {
    begun.increment();
  }

  @Override
  void endWrite() {
    ended.increment();
  }

  @Override
  void written() {
    if (!hasNewKeys) {
      hasNewKeys = true;
    }
  }

  @Override
  void deleted(Term key) {
    long bytes = bytesToCount(key);
    if (deleted.add(key)) {
      count(bytes);
    }
  }

  @Nullable Object firstCell() {
    lock.lock();
    try {
      order();
      while (firstCandidate > 0) {
        Object cell = store.get(order.key(firstCandidate - 1));
        if (cell != null) {
          return cell;
        }
        firstCandidate--;
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Returns all keys in the order of a walk that begins now. */
  Iterator<Term> keys() {
    lock.lock();
    try {
      KeyOrder all = order();
      return all.after(all.size());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the keys that come after this one.
   *
   * @throws NoSuchKeyException if it has not been there while the table has been fixed
   */
  Iterator<Term> keysAfter(Term key) {
    lock.lock();
    try {
      if (order.size() == 0) {
        order();
      }
      int place = order.place(key);
      if (place >= 0) {
        return order.after(place);
      }
      if (store.get(key) == null && !deleted.contains(key)) {
        throw NoSuchKeyException.ofStep(key);
      }
      return order.after(order.size());
    } finally {
      lock.unlock();
    }
  }

  /** Returns all keys by their places, new ones too. */
  List<Term> allKeys() {
    lock.lock();
    try {
      return order().byPlace();
    } finally {
      lock.unlock();
    }
  }

  private boolean areThereWriters() {
    long done = ended.sum();
    return begun.sum() != done;
  }

  /** The order with all keys that are there. */
  private KeyOrder order() {
    if (areThereWriters() || hasNewKeys) {
      boolean isDone = false;
      hasNewKeys = false;
      try {
        order.addAll(store.keys());
        firstCandidate = order.size();
        isDone = true;
      } finally {
        if (!isDone) {
          hasNewKeys = true;
        }
      }
    }
    return order;
  }

  @Override
  long bytes(long limit, TermBytes.Visits visits) {
    return bytesOf(deleted, limit, visits) + orderBytes();
  }

  private long orderBytes() {
    lock.lock();
    try {
      return (long) KEY_BYTES * order.size();
    } finally {
      lock.unlock();
    }
  }
}
