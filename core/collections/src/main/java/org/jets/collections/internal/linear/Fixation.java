package org.jets.collections.internal.linear;

import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.StackRoom;

/**
 * The fixations of a {@link LinearHashTable}. While it is, removed keys stay in it as tombstones,
 * whose hashes their stripes know; with the last fixation these are taken out.
 */
public final class Fixation<K> {
  private final LinearHashTable<K> table;
  private final LockStripes locks;
  private final TableSizer<K> sizer;

  /** The number of fixations. */
  private final AtomicInteger fixations;

  public Fixation(
      LinearHashTable<K> table, LockStripes locks, TableSizer<K> sizer, AtomicInteger fixations) {
    this.table = table;
    this.locks = locks;
    this.sizer = sizer;
    this.fixations = fixations;
  }

  /** Fixes the table once more; waits for the operations that are under way. */
  public void fix() {
    table.keys.callbacks.requireOutside();
    StackRoom.require(); // An overflow below could leave the map fixed.
    boolean isFixed = false;
    fixations.incrementAndGet();
    try {
      locks.awaitOperations(); // Those that remove and have not seen it.
      isFixed = true;
    } finally {
      if (!isFixed && fixations.decrementAndGet() == 0) {
        tryPurge();
      }
    }
  }

  /** Takes out the tombstones that can be. The next {@link #unfix} takes out the others. */
  private void tryPurge() {
    try {
      purge();
    } catch (RuntimeException | VirtualMachineError e) {
      return; // The error comes out of what the caller has done before.
    }
  }

  /**
   * Takes back one {@link #fix}. If it throws the table is as fixed as before.
   *
   * @throws IllegalStateException if the table is not fixed
   */
  public void unfix() {
    table.keys.callbacks.requireOutside();
    StackRoom.require(); // An overflow below could leave the map not fixed.
    int before;
    do {
      before = fixations.get();
      if (before == 0) {
        throw new IllegalStateException("The map is not fixed");
      }
    } while (!fixations.compareAndSet(before, before - 1));
    if (before == 1) {
      boolean isPurged = false;
      try {
        purge();
        isPurged = true;
      } finally {
        if (!isPurged) {
          fixations.incrementAndGet();
        }
      }
      sizer.follow(Integer.MAX_VALUE); // Makes up for all that did not shrink. Throws nothing.
    }
  }

  public boolean isFixed() {
    return fixations.get() > 0;
  }

  /** Takes out the tombstones, unless the map has been fixed again: then later ones do. */
  private void purge() {
    for (Stripe stripe : locks.all()) {
      if (stripe.lock()) { // A retired one has no tombstones.
        try {
          stripe.enterQuiet(); // It counts nothing.
          if (fixations.get() == 0) {
            purge(stripe);
          }
        } finally {
          try {
            stripe.unlock();
          } catch (VirtualMachineError e) {
            stripe.quiet = false;
            stripe.word =
                BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
          }
        }
      }
    }
  }

  /** Takes out the tombstones of a stripe, which knows them until all are out. */
  private void purge(Stripe stripe) {
    for (int hash : stripe.distinctTombstones()) {
      BucketWriter<K> bucket = table.bucket(hash);
      if (bucket.hasValue(LinearHashTable.TOMBSTONE)) {
        BucketWriter<K> copy = bucket.copyWithout(table.keys, LinearHashTable.TOMBSTONE);
        StackRoom.require();
        bucket.commitCopy(copy);
      }
    }
    stripe.tombstones = null;
    stripe.tombstoneCount = 0;
  }
}
