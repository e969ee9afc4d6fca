package org.jets.collections;

import java.util.Comparator;

/**
 * The order in which a {@link LinearHashTable} is gone through: by the bits of the spread hash, the
 * lowest first. A bucket has the keys whose lowest bits are its number, so that it is a contiguous
 * piece of this order, and its halves are after a split, however large the table is.
 *
 * <p>Keys with equal hashes are ordered by the names of their classes and, if they are compared by
 * their own {@code equals}, by their own {@code compareTo}. What is still not told apart has no
 * order.
 */
final class HashOrder<K> implements Comparator<K> {
  /** Kinds of keys: see {@link #kind}. */
  static final int ANY = 1;

  static final int INT = 2;
  static final int LONG = 3;

  private final HashingStrategy<? super K> strategy;
  private final boolean natural;

  HashOrder(HashingStrategy<? super K> strategy) {
    this.strategy = strategy;
    this.natural = (Object) strategy == NaturalHashing.INSTANCE;
  }

  /** The hash that decides on the bucket: low bits that depend on all bits of the key's hash. */
  int hash(K key) {
    return spread(natural ? key.hashCode() : strategy.hash(key));
  }

  static int spread(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }

  /**
   * What the hash says about the key: {@link #INT} and {@link #LONG} that keys of the same kind and
   * hash are equal, as {@link #spread} and the hash functions of small numbers are one to one; or
   * {@link #INT} that a strategy says so.
   */
  int kind(K key) {
    if (!natural) {
      return strategy.hasPerfectHash(key) ? INT : ANY;
    }
    if (key instanceof Long number) {
      return number >>> 31 == 0 ? LONG : ANY;
    }
    return key instanceof Integer ? INT : ANY;
  }

  /** A key from where keys are. */
  @SuppressWarnings("unchecked")
  K key(Object[] array, int index) {
    return (K) array[index];
  }

  boolean equal(K a, K b) {
    return natural ? a == b || a.equals(b) : strategy.equal(a, b);
  }

  @Override
  public int compare(K a, K b) {
    int hashA = hash(a);
    int hashB = hash(b);
    return hashA == hashB
        ? compareColliding(a, b)
        : Integer.compareUnsigned(Integer.reverse(hashA), Integer.reverse(hashB));
  }

  int compareColliding(K a, K b) {
    if (a.getClass() != b.getClass()) {
      return a.getClass().getName().compareTo(b.getClass().getName());
    }
    if (!natural || !(a instanceof Comparable)) {
      return 0;
    }
    try {
      @SuppressWarnings("unchecked") // Of one class; where that is not enough they have no order.
      int order = ((Comparable<K>) a).compareTo(b);
      return order;
    } catch (ClassCastException e) {
      return 0;
    }
  }
}
