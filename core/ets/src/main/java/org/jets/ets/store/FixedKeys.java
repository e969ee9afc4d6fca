package org.jets.ets.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a store over a hash map remembers while its table is fixed: an order to walk them
 * in, and the deleted ones.
 *
 * <p><b>Order.</b> The first step makes a {@link WalkOrder} of all keys. The order never loses a
 * key. So a walk can resume from any key and reaches each key once, despite deletions and
 * reinsertions. The next walk that begins with the first key puts new keys before all others. That
 * walk sees them; walks in progress do not. So a walk terminates even if its thread inserts keys on
 * the way.
 *
 * <p><b>Deleted keys.</b> A step resumes from an absent key if the key is in the order or among the
 * deleted ones. Any other key was never present while the table was fixed. A thread that deletes a
 * key enters it first, so that no step fails in between. After the deletion it checks again whether
 * the table has been fixed meanwhile. A key that is in no order yet has its place before all
 * others.
 *
 * <p><b>New keys.</b> A writer of a key increments {@link #begun} before the write, sets {@link
 * #hasNewKeys} after it, and then increments {@link #ended}. A walk that begins reads {@code ended}
 * first. It scans all keys again if more writers have begun by then, or if {@code hasNewKeys} is
 * set. It clears {@code hasNewKeys} before the scan, and sets it again if the scan fails. So the
 * walk finds each key that was visible when it began, since the key's writer had begun by then. If
 * that writer had not ended, the counts differ. If it had ended, it had set {@code hasNewKeys}, and
 * the thread that cleared the flag scanned the keys later. Writers that began before the table was
 * fixed are not counted, so that writers to a table that is not fixed share nothing. Hence a walk
 * that begins while such a writer has not returned may miss its key.
 *
 * <p><b>Memory order.</b> All these fields are volatile. The sum of an adder that only grows
 * includes each increment made before the call of {@code sum}, and none made after its return.
 *
 * <p><b>Cost.</b> About 16 bytes for each key. The first step takes time linear in the number of
 * keys. So does a walk from the first key if keys have been written since the last one, or are
 * being written. Each other step takes constant time, under the lock.
 */
final class FixedKeys extends FixationLog {
  private static final int KEY_BYTES = 16;

  private final IteratedMapStore<?> store;
  private final OverflowSafeLock lock = new OverflowSafeLock();
  private final Set<Term> deleted = ConcurrentHashMap.newKeySet();

  @GuardedBy("lock") private final WalkOrder order = new WalkOrder();

  /** The size of the order, for readers without the lock. Written under the lock. */
  private volatile int orderSize;

  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private volatile boolean hasNewKeys = true;

  /** The place from which on all keys are absent, unless there are new keys. */
  @GuardedBy("lock") private int firstCandidate;

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
      WalkOrder all = order();
      return all.after(all.size());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the keys that come after this one.
   *
   * @throws NoSuchKeyException if the key has not been present while the table has been fixed
   */
  Iterator<Term> keysAfter(Term key) {
    Iterator<Term> after = keysAfterKnown(key);
    if (after == null) {
      store.awaitRemovals();
      after = keysAfterKnown(key);
    }
    if (after == null) {
      throw NoSuchKeyException.ofStep(key);
    }
    return after;
  }

  /** As {@link #keysAfter}, but returns null if the key has not been present. */
  private @Nullable Iterator<Term> keysAfterKnown(Term key) {
    lock.lock();
    try {
      if (order.size() == 0) {
        order();
      }
      int place = order.place(key);
      if (place >= 0) {
        return order.after(place);
      }
      return store.get(key) == null && !deleted.contains(key) ? null : order.after(order.size());
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

  /** Returns the order after adding all present keys. */
  @GuardedBy("lock") private WalkOrder order() {
    if (areThereWriters() || hasNewKeys) {
      boolean isDone = false;
      hasNewKeys = false;
      try {
        order.addAll(store.keys());
        firstCandidate = order.size();
        orderSize = order.size();
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

  @Override
  long estimatedBytes() {
    return estimatedBytesOf(deleted) + (long) KEY_BYTES * orderSize;
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
