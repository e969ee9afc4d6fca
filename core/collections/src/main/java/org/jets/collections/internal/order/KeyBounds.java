package org.jets.collections.internal.order;

import org.jspecify.annotations.Nullable;

/**
 * The keys from a lowest to a highest one, in the order of a map, whatever the direction in which
 * they are gone over. Each end may be missing. There may be no such keys.
 */
public final class KeyBounds<K> {
  public final PrefixOrder<K> order;

  /** The lower end, or null if there is none. */
  public final @Nullable K low;

  public final long lowPrefix;
  public final boolean lowInclusive;

  /** The upper end, or null if there is none. */
  public final @Nullable K high;

  public final long highPrefix;
  public final boolean highInclusive;

  public KeyBounds(
      PrefixOrder<K> order,
      @Nullable K low,
      boolean lowInclusive,
      @Nullable K high,
      boolean highInclusive) {
    this.order = order;
    this.low = low;
    this.lowPrefix = low == null ? 0 : order.prefix(low);
    this.lowInclusive = lowInclusive;
    this.high = high;
    this.highPrefix = high == null ? 0 : order.prefix(high);
    this.highInclusive = highInclusive;
  }

  public static <K> KeyBounds<K> all(PrefixOrder<K> order) {
    return new KeyBounds<>(order, null, false, null, false);
  }

  /** Returns these bounds, limited to keys above a key. */
  public KeyBounds<K> above(K key) {
    return isTooLow(key) ? this : new KeyBounds<>(order, key, false, high, highInclusive);
  }

  /** Returns these bounds, limited to keys not below a key. */
  public KeyBounds<K> from(K key) {
    return isTooLow(key) ? this : new KeyBounds<>(order, key, true, high, highInclusive);
  }

  /** Returns these bounds, limited to keys below a key. */
  public KeyBounds<K> below(K key) {
    return isTooHigh(key) ? this : new KeyBounds<>(order, low, lowInclusive, key, false);
  }

  /** These and both ends. */
  public KeyBounds<K> closed() {
    return new KeyBounds<>(order, low, true, high, true);
  }

  /** Returns the relation of the first of these keys to the lower end. */
  public Relation first() {
    return Relation.of(true, lowInclusive);
  }

  /** Returns the relation of the last of these keys to the upper end. */
  public Relation last() {
    return Relation.of(false, highInclusive);
  }

  public boolean isUnbounded() {
    return low == null && high == null;
  }

  public boolean contains(K key) {
    return !isTooLow(key) && !isTooHigh(key);
  }

  public boolean isTooLow(K key) {
    return low != null && isTooLow(order.prefix(key), key);
  }

  public boolean isTooHigh(K key) {
    return high != null && isTooHigh(order.prefix(key), key);
  }

  public boolean isTooLow(long prefix, K key) {
    if (low == null) {
      return false;
    }
    int comparison = order.compare(prefix, key, lowPrefix, low);
    return lowInclusive ? comparison < 0 : comparison <= 0;
  }

  public boolean isTooHigh(long prefix, K key) {
    if (high == null) {
      return false;
    }
    int comparison = order.compare(prefix, key, highPrefix, high);
    return highInclusive ? comparison > 0 : comparison >= 0;
  }

  /** Returns true if a cursor in this direction has gone past the last of these keys. */
  public boolean isPast(long prefix, K key, boolean descending) {
    return descending ? isTooLow(prefix, key) : isTooHigh(prefix, key);
  }

  /**
   * Returns the bounds as an interval, such as {@code (1, 5]}, with an ellipsis for a missing end.
   */
  @Override
  public String toString() {
    return (lowInclusive ? "[" : "(")
        + (low == null ? "..." : low)
        + ", "
        + (high == null ? "..." : high)
        + (highInclusive ? "]" : ")");
  }
}
