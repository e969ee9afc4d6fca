package org.jets.collections.internal.linear;

import org.jets.collections.StripedOptions;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.ReaderGroups;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a {@code StripedHashMap}. Their number is a power of two, and at most the number of
 * buckets. So the lowest bits of a hash determine the lock, and both buckets of a split or merge
 * have the same lock.
 *
 * <p>Their number follows contention as in OTP's {@code {write_concurrency, auto}}: an operation
 * that had to wait counts 100, each other one -1. A lock that reaches 1,000 asks for twice as many
 * locks, one that reaches -10,000,000 for half as many. All old locks are held while they are
 * replaced. Then they are retired, and a thread that waited for one looks here again.
 *
 * <p>A thread that waits for several locks takes them in the order of their numbers.
 */
public final class LockStripes {
  private static final int CONTENDED = 100;
  private static final int TOO_FEW = 1_000;
  private static final int TOO_MANY = -10_000_000;

  private static final int COLLECTS = 3;

  private final int min;
  private final int max;
  private final int readerGroups;
  private volatile Stripe[] stripes;

  /** Held by the thread that counts while it holds other locks; it waits for no quiet holder. */
  private final BucketLock counting = new BucketLock(null);

  /** The number of locks that there should be. */
  private volatile int wanted;

  public LockStripes(StripedOptions options) {
    min = options.minLocks();
    max = options.maxLocks();
    readerGroups = options.readerGroups();
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

  public int count() {
    return stripes.length;
  }

  /** About the bytes of the locks and their reader groups. */
  public long estimatedBytes() {
    return stripes.length * (Stripe.BYTES + ReaderGroups.bytes(readerGroups));
  }

  // One lock

  /** Takes the lock of a hash. Calls nothing once it has it, so that it cannot lose it. */
  public Stripe lock(int hash) {
    for (; ; ) {
      Stripe[] all = stripes;
      Stripe stripe = all[hash & (all.length - 1)];
      int wants = 0;
      if (stripe.tryLock()) {
        if (--stripe.contention < TOO_MANY) {
          wants = all.length / 2;
        }
      } else if (stripe.lock()) {
        stripe.contention += CONTENDED;
        if (stripe.contention > TOO_FEW) {
          wants = 2 * all.length;
        }
      } else {
        continue;
      }
      if (wants != 0) {
        stripe.contention = 0;
        if (wants >= min && wants <= max) {
          wanted = wants;
        }
      }
      return stripe;
    }
  }

  @Nullable Stripe tryLock(int hash) {
    Stripe[] all = stripes;
    Stripe stripe = all[hash & (all.length - 1)];
    return stripe.tryLock() ? stripe : null;
  }

  /** Returns true if a quiet thread holds the lock of a hash: see {@link BucketLock}. */
  boolean isHeldQuietly(int hash) {
    Stripe[] all = stripes;
    Stripe stripe = all[hash & (all.length - 1)];
    return !stripe.isFree() && stripe.isAtRest();
  }

  /**
   * A lock for reading, to be given back by {@link Stripe#unlockShared}.
   *
   * @param spread tells the reader group, see {@link ReaderGroups#arrive}
   */
  Stripe lockShared(int hash, int spread) {
    for (; ; ) {
      Stripe[] all = stripes;
      Stripe stripe = all[hash & (all.length - 1)];
      if (stripe.lockShared(spread)) {
        return stripe;
      }
    }
  }

  // All locks

  /**
   * Takes all locks, each of which is {@linkplain BucketLock#enterQuiet quiet} from then on: a
   * count does not wait for this thread while it waits for others. The caller has made sure of
   * {@link StackRoom}.
   */
  public Stripe[] lockAll() {
    for (; ; ) {
      Stripe[] all = stripes;
      int count = 0;
      boolean isHeld = false;
      try {
        while (count < all.length && all[count].lock()) {
          all[count++].enterQuiet();
        }
        isHeld = count == all.length; // One is retired only together with all.
      } finally {
        for (int i = 0; i < count && !isHeld; i++) {
          try {
            all[i].unlock();
          } catch (VirtualMachineError e) {
            all[i].quiet = false;
            all[i].word = BucketLock.QUEUED; // Waiters look again by themselves.
          }
        }
      }
      if (isHeld) {
        return all;
      }
    }
  }

  Stripe @Nullable [] tryLockAll() {
    StackRoom.require();
    Stripe[] all = stripes;
    int count = 0;
    try {
      while (count < all.length && all[count].tryLock()) {
        count++;
      }
    } finally {
      for (int i = 0; i < count && count < all.length; i++) {
        try {
          all[i].unlock();
        } catch (VirtualMachineError e) {
          all[i].quiet = false;
          all[i].word = BucketLock.QUEUED;
        }
      }
    }
    return count < all.length ? null : all;
  }

  /**
   * Gives locks back. Throws, if at all, before any is given back: see {@link BucketLock#unlock}.
   */
  static void unlock(Stripe[] all, int count) {
    for (int i = count - 1; i >= 0; i--) {
      try {
        all[i].unlock();
      } catch (VirtualMachineError e) {
        all[i].quiet = false;
        all[i].word = BucketLock.QUEUED;
      }
    }
  }

  // Adapting

  /** Returns the number of locks that there should be, which there need not be yet. */
  int wanted() {
    return wanted;
  }

  /** Says that there should be fewer, or that there are as many as there can be. */
  public void want(int count) {
    wanted = Math.max(min, count);
  }

  /**
   * Replaces all locks, which the caller holds, by as many others as told. If it throws, nothing
   * has changed and the caller still holds them.
   */
  public void replace(Stripe[] old, int count) {
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
      stripe.word = BucketLock.RETIRED;
    }
    try {
      for (Stripe stripe : old) {
        stripe.wakeRetired();
      }
    } catch (VirtualMachineError e) {
      return; // Waiters look again by themselves.
    }
  }

  public Stripe[] all() {
    return stripes;
  }

  // Counting

  /** About the number of mappings, while they come and go. */
  long roughCount() {
    long sum = 0;
    for (Stripe stripe : stripes) {
      sum += stripe.insertedAcquire() - stripe.removedAcquire();
    }
    return sum;
  }

  /**
   * The number of mappings, at some moment during the call. Waits for no callback, and so works in
   * one.
   */
  public long exactCount() {
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
    StackRoom.require();
    boolean locked = counting.lock();
    assert locked; // Never retired.
    try {
      long count;
      do {
        count = countHolding();
      } while (count < 0);
      return count;
    } finally {
      try {
        counting.unlock();
      } catch (VirtualMachineError e) {
        counting.word = BucketLock.QUEUED;
      }
    }
  }

  /**
   * Counts while it holds the locks that it can get, and so keeps counts from changing. It waits
   * for no lock whose holder is quiet, which may be this thread or one that waits for it, and for
   * others by trying. One thread at a time does so: see {@link #counting}.
   *
   * @return negative if the locks have been replaced meanwhile
   */
  private long countHolding() {
    Stripe[] all = stripes;
    boolean[] held = new boolean[all.length];
    long[] seen = new long[2 * all.length];
    boolean isInterrupted = false;
    boolean isStable = false;
    try {
      for (int round = 0; !isStable; round++) {
        isStable = true;
        for (int i = 0; i < all.length; i++) {
          Stripe stripe = all[i];
          if (held[i]) {
            continue;
          }
          if (stripe.isRetired()) {
            return -1;
          }
          held[i] = stripe.tryLock();
          boolean isAtRest = held[i] || stripe.isAtRest();
          long inserted = stripe.insertedAcquire();
          long removed = stripe.removedAcquire();
          isStable &=
              isAtRest && round > 0 && inserted == seen[2 * i] && removed == seen[2 * i + 1];
          seen[2 * i] = inserted;
          seen[2 * i + 1] = removed;
        }
        if (!isStable && round > 0) {
          BucketLock.backOff(round);
          isInterrupted |= Thread.interrupted();
        }
      }
      long sum = 0;
      for (int i = 0; i < seen.length; i += 2) {
        sum += seen[i] - seen[i + 1];
      }
      return sum;
    } finally {
      for (int i = 0; i < all.length; i++) {
        if (held[i]) {
          try {
            all[i].unlock();
          } catch (VirtualMachineError e) {
            all[i].word = BucketLock.QUEUED;
          }
        }
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Reads, or compares, all counts; false if one changes, a lock is retired, or its holder may be
   * in the middle of a change.
   */
  private static boolean collect(Stripe[] all, long[] seen, boolean first) {
    for (int i = 0; i < all.length; i++) {
      Stripe stripe = all[i];
      if (!stripe.isAtRest()) {
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
