package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * The locks of a {@link StripedHashMap}: a power of two of them, never more than there are buckets,
 * so that the lowest bits of a hash tell the lock and both buckets of a split or merge have the
 * same.
 *
 * <p>Their number follows contention as in OTP's {@code {write_concurrency, auto}}: an operation
 * that had to wait counts 100, each other one -1. A lock that comes to 1,000 wants twice as many
 * locks, one that comes to -10,000,000 half as many. They are replaced under all of the old ones,
 * which are then retired, so that whoever waited for one looks here again.
 *
 * <p>Locks are taken in the order of their numbers by whoever waits for more than one.
 */
final class StripeSet {
  private static final int CONTENDED = 100;
  private static final int TOO_FEW = 1_000;
  private static final int TOO_MANY = -10_000_000;

  private static final int COLLECTS = 3;

  private final int min;
  private final int max;
  private final int readerGroups;
  private volatile Stripe[] stripes;

  /** How many locks there should be. */
  private volatile int wanted;

  StripeSet(StripedOptions options) {
    min = options.minLocks;
    max = options.maxLocks;
    readerGroups = options.readerGroups;
    stripes = newStripes(min);
    wanted = min;
  }

  private Stripe[] newStripes(int count) {
    Stripe[] created = new Stripe[count];
    for (int i = 0; i < count; i++) {
      ReaderGroups readers = readerGroups == 0 ? null : new ReaderGroups(readerGroups);
      created[i] = new Stripe(readers);
    }
    return created;
  }

  int count() {
    return stripes.length;
  }

  // One lock

  Stripe lock(int hash) {
    for (; ; ) {
      Stripe[] all = stripes;
      Stripe stripe = all[hash & (all.length - 1)];
      if (stripe.tryLock()) {
        if (--stripe.contention < TOO_MANY) {
          want(stripe, all.length / 2);
        }
        return stripe;
      }
      if (stripe.lock()) {
        stripe.contention += CONTENDED;
        if (stripe.contention > TOO_FEW) {
          want(stripe, 2 * all.length);
        }
        return stripe;
      }
    }
  }

  private void want(Stripe stripe, int count) {
    stripe.contention = 0;
    if (count >= min && count <= max) {
      wanted = count;
    }
  }

  @Nullable Stripe tryLock(int hash) {
    Stripe[] all = stripes;
    Stripe stripe = all[hash & (all.length - 1)];
    return stripe.tryLock() ? stripe : null;
  }

  /** A lock for reading, to be given back by {@link Stripe#unlockShared}. */
  Stripe lockShared(int hash) {
    for (; ; ) {
      Stripe[] all = stripes;
      Stripe stripe = all[hash & (all.length - 1)];
      if (stripe.lockShared()) {
        return stripe;
      }
    }
  }

  // All locks

  Stripe[] lockAll() {
    for (; ; ) {
      Stripe[] all = stripes;
      if (all[0].lock()) { // Who has one of them has them all for good: replacing needs all.
        for (int i = 1; i < all.length; i++) {
          lockNotRetired(all, i);
        }
        return all;
      }
    }
  }

  private static void lockNotRetired(Stripe[] all, int i) {
    boolean locked = false;
    try {
      locked = all[i].lock();
    } finally {
      if (!locked) {
        unlock(all, i);
      }
    }
  }

  Stripe @Nullable [] tryLockAll() {
    Stripe[] all = stripes;
    for (int i = 0; i < all.length; i++) {
      if (!all[i].tryLock()) {
        unlock(all, i);
        return null;
      }
    }
    return all;
  }

  static void unlock(Stripe[] all, int count) {
    for (int i = count - 1; i >= 0; i--) {
      all[i].unlock();
    }
  }

  /** Waits until each operation that holds a lock now has ended. */
  void awaitOperations() {
    for (Stripe stripe : stripes) {
      stripe.awaitFree();
    }
  }

  // Adapting

  /** How many locks there should be: not always how many there are. */
  int wanted() {
    return wanted;
  }

  /** Says that there should be fewer, or that there are as many as there can be. */
  void want(int count) {
    wanted = Math.max(min, count);
  }

  /** Replaces all locks, which the caller holds, by as many others as told. */
  void replace(Stripe[] old, int count) {
    Stripe[] created = newStripes(count);
    for (Stripe stripe : old) {
      created[0].count(stripe.insertedAcquire(), stripe.removedAcquire());
    }
    created[0].unpublished = 0;
    for (Stripe stripe : old) {
      created[0].unpublished += stripe.unpublished;
    }
    stripes = created;
    for (Stripe stripe : old) {
      stripe.retire();
    }
  }

  boolean hasTombstones(Stripe[] all) {
    for (Stripe stripe : all) {
      if (stripe.tombstoneCount != 0) {
        return true;
      }
    }
    return false;
  }

  Stripe[] all() {
    return stripes;
  }

  // Counting

  /** How many mappings there are about, while they come and go. */
  long roughCount() {
    long sum = 0;
    for (Stripe stripe : stripes) {
      sum += stripe.insertedAcquire() - stripe.removedAcquire();
    }
    return sum;
  }

  /** How many mappings there are, at some moment during the call. */
  long exactCount() {
    for (int attempt = 0; attempt < COLLECTS; attempt++) {
      Stripe[] all = stripes;
      long[] seen = new long[2 * all.length];
      if (collect(all, seen, true) && collect(all, seen, false)) {
        long sum = 0;
        for (int i = 0; i < seen.length; i += 2) {
          sum += seen[i] - seen[i + 1];
        }
        return sum;
      }
    }
    Stripe[] all = lockAll();
    try {
      return roughCount();
    } finally {
      unlock(all, all.length);
    }
  }

  /** Reads, or compares, all counts; false if one changes, or a lock is held or retired. */
  private static boolean collect(Stripe[] all, long[] seen, boolean first) {
    for (int i = 0; i < all.length; i++) {
      Stripe stripe = all[i];
      if (!stripe.isFree()) {
        return false;
      }
      long inserted = stripe.insertedAcquire();
      long removed = stripe.removedAcquire();
      if (first) {
        seen[2 * i] = inserted;
        seen[2 * i + 1] = removed;
      } else if (seen[2 * i] != inserted || seen[2 * i + 1] != removed) {
        return false;
      }
    }
    return true;
  }
}
