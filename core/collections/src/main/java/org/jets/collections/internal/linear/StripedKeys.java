package org.jets.collections.internal.linear;

import org.jets.collections.HashingStrategy;
import org.jets.collections.internal.order.TieBreaker;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jspecify.annotations.Nullable;

/**
 * Hashes and compares the keys of a {@code StripedHashMap}, and registers the callbacks that its
 * operations run under a lock.
 *
 * <p>The map is gone through by place: the spread hash with its bits reversed, compared unsigned. A
 * bucket has the keys whose lowest bits are its number, so that it is a contiguous range of places.
 * So are its halves after a split, however large the table is. Keys of one place are in the order
 * of {@link TieBreaker}.
 */
public final class StripedKeys<K> {
  /** Kinds of keys: see {@link #kind}. */
  static final int ANY = 1;

  static final int INT = 2;
  static final int LONG = 3;

  /** The threads that run callbacks under a lock of the map. */
  public final CallbackGuard callbacks = new CallbackGuard();

  private final HashingStrategy<? super K> strategy;
  private final TieBreaker ties;
  private final boolean isNatural;

  /** True if the strategy calls no foreign code, whatever the keys are. */
  private final boolean isSelfContained;

  private final boolean isIdentity;

  public StripedKeys(HashingStrategy<? super K> strategy) {
    this.strategy = strategy;
    ties = TieBreaker.of(strategy);
    isNatural = strategy == HashingStrategy.natural();
    isSelfContained = strategy.isSelfContained();
    isIdentity = strategy == HashingStrategy.identity();
  }

  /** The hash that decides on the bucket: low bits that depend on all bits of the key's hash. */
  public int hash(K key) {
    return spread(isNatural ? key.hashCode() : strategy.hash(key));
  }

  public static int spread(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }

  /**
   * Returns what the hash says about the key. {@link #INT} and {@link #LONG} mean that keys of the
   * same kind and hash are equal. {@link #spread} and the hash functions of small numbers are one
   * to one. {@link #INT} can also mean that a strategy says so.
   */
  int kind(K key) {
    if (!isNatural) {
      return strategy.hasPerfectHash(key) ? INT : ANY;
    }
    if (key instanceof Long number) {
      return number >>> 31 == 0 ? LONG : ANY;
    }
    return key instanceof Integer ? INT : ANY;
  }

  /** The tag of a key in its bucket, see {@link BucketWriter}. */
  long tag(K key, int hash) {
    return BucketLayout.tag(hash, kind(key));
  }

  /** A key from where keys are. */
  @SuppressWarnings("unchecked")
  K key(Object[] array, int index) {
    return (K) array[index];
  }

  boolean equal(K a, K b) {
    return isNatural ? a == b || a.equals(b) : strategy.equal(a, b);
  }

  /** Compares keys of one place, see {@link TieBreaker#compare}. */
  int compareTied(K a, K b) {
    return ties.compare(a, b);
  }

  /** Compares keys of one place: 0 for those that have no order among them. */
  int compareOrdered(K a, K b) {
    return ties.compareOrdered(a, b);
  }

  /** The rank of a key among those of one place, see {@link TieBreaker#rank}. */
  int rank(K key) {
    return ties.rank(key);
  }

  /** Returns true if a key that {@link #compareTied} does not find is not there. */
  boolean isDecisive(K key) {
    return ties.isDecisive(key);
  }

  // Under a lock

  /** Compares as {@link #equal}, for a thread that holds a lock. */
  boolean equalUnderLock(K a, K b) {
    if (a == b && (isNatural || isIdentity)) {
      return true;
    }
    if (isSelfContained) {
      return equal(a, b);
    }
    CallbackGuard.Place place = enter(a);
    try {
      return equal(a, b);
    } finally {
      if (place != null) {
        place.thread = null;
      }
    }
  }

  /**
   * Registers the calling thread, which holds a lock, if the methods of a key may call foreign
   * code.
   *
   * @param key the one whose methods are called with others
   * @return what is to be taken back, see {@link CallbackGuard}; null if nothing is registered
   */
  CallbackGuard.@Nullable Place enter(K key) {
    return isSelfContained || (isNatural && CallbackGuard.isTrusted(key))
        ? null
        : callbacks.enter();
  }
}
