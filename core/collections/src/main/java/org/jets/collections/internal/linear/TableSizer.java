package org.jets.collections.internal.linear;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jets.collections.StripedOptions;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.StackRoom;

/**
 * The sizing of a {@link LinearHashTable}: decides on the numbers of buckets and locks, and changes
 * them.
 *
 * <p>Each lock keeps its own count, and adds it to an estimate once it is large enough. The thread
 * that adds it checks the size of the table. If that is wrong, the thread splits or merges as many
 * buckets as its addition requires, and a few more. One thread at a time holds {@link #geometry}
 * for that, and others skip it. No thread waits for a bucket to split or merge: if its lock is
 * held, a later operation does it.
 */
public final class TableSizer<K> {
  /**
   * The least count that is published, so that a lock that counts up and down in turn publishes
   * nothing.
   */
  private static final int MIN_UNPUBLISHED = 2;

  /** The changes that a lock may keep to itself: bounds the buckets that one operation splits. */
  private static final int MAX_UNPUBLISHED = 32;

  /** The most steps that one operation makes. */
  private static final int MOST_STEPS = 1 << 20;

  /** The most locks that a table with fewer mappings than locks can have. */
  private static final int FREE_LOCKS = 64;

  static final int ESTIMATE = 16; // Its place in an array that keeps neighbours away.

  /**
   * Held by a thread that changes the number of buckets or locks, or several keys at one moment.
   */
  final BucketLock geometry = new BucketLock(null);

  private final LinearHashTable<K> table;
  private final LockStripes locks;
  final AtomicLongArray estimate = new AtomicLongArray(2 * ESTIMATE);
  private final int minBuckets;
  private final boolean publishAll;

  /**
   * The changes that a lock counts before it publishes. Only a hint: read and written as it comes.
   */
  int publishAt;

  /** True after an update that had no stack left to publish its count. */
  volatile boolean isBehind;

  /** About the number of failures to resize, for a debugger. */
  @SuppressWarnings("UnusedVariable")
  private int failures;

  public TableSizer(LinearHashTable<K> table, LockStripes locks, StripedOptions options) {
    this.table = table;
    this.locks = locks;
    minBuckets = initialBuckets(options);
    publishAll = options.hasCentralCounter();
    tunePublishing();
  }

  public static int initialBuckets(StripedOptions options) {
    int forMappings = options.initialCapacity() / LinearHashTable.LOAD + 1;
    int buckets = Math.max(forMappings, Math.max(options.minLocks(), LinearHashTable.MIN_BUCKETS));
    return Math.min(buckets, LinearHashTable.MAX_BUCKETS);
  }

  public long estimate() {
    if (isBehind) {
      catchUp();
    }
    return Math.max(0, estimate.get(ESTIMATE));
  }

  /** Adds to the estimate what locks keep to themselves, but for those that are held now. */
  private void catchUp() {
    StackRoom.require();
    isBehind = false; // First: an update that falls behind meanwhile sets it again.
    boolean isDone = false;
    try {
      boolean hasAll = true;
      for (Stripe stripe : locks.all()) {
        hasAll &= tryPublish(stripe);
      }
      isDone = hasAll;
    } finally {
      if (!isDone) {
        isBehind = true;
      }
    }
  }

  private boolean tryPublish(Stripe stripe) {
    if (stripe.unpublished == 0) {
      return true;
    }
    if (!stripe.tryLock()) {
      return false;
    }
    try {
      estimate.getAndAdd(ESTIMATE, stripe.unpublished);
      stripe.unpublished = 0;
    } finally {
      try {
        stripe.unlock();
      } catch (VirtualMachineError e) {
        stripe.word = BucketLock.QUEUED;
      }
    }
    return true;
  }

  int minBuckets() {
    return minBuckets;
  }

  void tunePublishing() {
    int due = table.buckets() / (4 * locks.count());
    publishAt = publishAll ? 1 : Math.max(MIN_UNPUBLISHED, Math.min(MAX_UNPUBLISHED, due));
  }

  /** Adds to the estimate, and does what is due. Without a lock. */
  public void publish(int change) {
    estimate.getAndAdd(ESTIMATE, change);
    follow(change);
  }

  /**
   * Does what is due after the estimate has changed so much. Without a lock.
   *
   * <p>Throws nothing: the operation that comes here has taken effect. What fails, for want of
   * memory or because a key cannot be compared, is left to a later operation.
   */
  void follow(int change) {
    try {
      long mappings = mappings();
      int buckets = table.buckets();
      if ((isTooSmall(mappings, buckets) || isTooLarge(mappings, buckets)) && geometry.tryLock()) {
        try {
          resize(2 + Math.min(MOST_STEPS, Math.abs(change)));
        } finally {
          try {
            geometry.unlock();
          } catch (VirtualMachineError e) {
            geometry.word = BucketLock.QUEUED;
          }
        }
      }
    } catch (RuntimeException | Error e) {
      failures++;
    }
  }

  /** Returns the count that the size of the table follows, less exact the more locks there are. */
  private long mappings() {
    return locks.count() <= FREE_LOCKS ? locks.roughCount() : estimate.get(ESTIMATE);
  }

  private static boolean isTooSmall(long mappings, int buckets) {
    return mappings > (long) buckets * LinearHashTable.LOAD
        && buckets < LinearHashTable.MAX_BUCKETS;
  }

  private boolean isTooLarge(long mappings, int buckets) {
    return 8 * mappings < 5L * buckets * LinearHashTable.LOAD && buckets > fewestBuckets();
  }

  /** A small table keeps the buckets for the locks that contention has asked for. */
  private int fewestBuckets() {
    return Math.max(minBuckets, Math.min(FREE_LOCKS, locks.count()));
  }

  /** Splits or merges up to so many buckets, as far as the table needs it. */
  private void resize(int steps) {
    boolean goesOn = true;
    for (int i = 0; i < steps && goesOn; i++) {
      long mappings = mappings();
      int buckets = table.buckets();
      goesOn =
          isTooSmall(mappings, buckets)
              ? tryGrow(buckets)
              : isTooLarge(mappings, buckets) && tryShrink(buckets);
    }
    tunePublishing();
  }

  private boolean tryGrow(int buckets) {
    if (buckets == table.capacity()) {
      if (buckets >= BucketLayout.SEGMENT) {
        table.addSegment();
      } else if (!tryResizeSegment(2 * buckets)) {
        return false;
      }
    }
    Stripe stripe = locks.tryLock(LinearHashTable.buddy(buckets));
    if (stripe == null) {
      return false;
    }
    try {
      stripe.enterQuiet(); // It counts nothing.
      table.split();
    } finally {
      try {
        stripe.unlock();
      } catch (VirtualMachineError e) {
        stripe.quiet = false;
        stripe.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
      }
    }
    return true;
  }

  private boolean tryShrink(int buckets) {
    if (buckets == locks.count()) {
      locks.want(buckets / 2);
      return tryAdapt();
    }
    Stripe stripe = locks.tryLock(LinearHashTable.buddy(buckets - 1));
    if (stripe == null) {
      return false;
    }
    try {
      stripe.enterQuiet(); // It counts nothing.
      table.merge();
    } finally {
      try {
        stripe.unlock();
      } catch (VirtualMachineError e) {
        stripe.quiet = false;
        stripe.word = BucketLock.QUEUED; // No stack for a call: waiters look again by themselves.
      }
    }
    int capacity = table.capacity();
    if (capacity > BucketLayout.SEGMENT && buckets < capacity - 3 * BucketLayout.SEGMENT / 2) {
      table.dropSegment();
    } else if (capacity <= BucketLayout.SEGMENT && buckets < capacity / 4) {
      return tryResizeSegment(capacity / 2);
    }
    return true;
  }

  private boolean tryResizeSegment(int size) {
    Stripe[] all = locks.tryLockAll();
    if (all == null) {
      return false;
    }
    try {
      table.resizeSegment(size);
    } finally {
      try {
        LockStripes.unlock(all, all.length);
      } catch (VirtualMachineError e) {
        for (Stripe stripe : all) {
          stripe.quiet = false;
          stripe.word = BucketLock.QUEUED;
        }
      }
    }
    return true;
  }

  /** Gives the table the number of locks that it wants. Throws nothing, as {@link #follow}. */
  void adapt() {
    try {
      if (geometry.tryLock()) {
        try {
          tryAdapt();
          tunePublishing();
        } finally {
          try {
            geometry.unlock();
          } catch (VirtualMachineError e) {
            geometry.word = BucketLock.QUEUED;
          }
        }
      }
    } catch (RuntimeException | Error e) {
      failures++;
    }
  }

  private boolean tryAdapt() {
    int count = locks.wanted();
    int present = locks.count();
    if (count > FREE_LOCKS && table.buckets() < 2 * present) {
      locks.want(present);
      return false;
    }
    while (table.buckets() < count) {
      if (!tryGrow(table.buckets())) {
        return false;
      }
    }
    Stripe[] all = locks.tryLockAll();
    if (all == null) {
      return false;
    }
    boolean isReplaced = false;
    try {
      locks.replace(all, count);
      isReplaced = true;
    } finally {
      if (!isReplaced) {
        try {
          LockStripes.unlock(all, all.length);
        } catch (VirtualMachineError e) {
          for (Stripe stripe : all) {
            stripe.quiet = false;
            stripe.word = BucketLock.QUEUED;
          }
        }
      }
    }
    return true;
  }
}
