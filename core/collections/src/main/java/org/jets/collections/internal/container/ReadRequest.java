package org.jets.collections.internal.container;

import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** The range and direction in which a container is read, and the number of mappings at a time. */
public final class ReadRequest<K> {
  /** The mappings that a cursor reads ahead. */
  private static final int AHEAD = 32;

  /** Half the mappings that a cursor reads next after what it had read ahead has changed. */
  private static final int FEW = 2;

  public final boolean isDescending;

  /** True if the read is likely to go on, so that what comes next may be fetched already. */
  public boolean isLong;

  /** True if values may be read again from where they were copied. */
  public boolean isForPresent;

  /** The number of mappings after which the container may stop, at the end of a part. */
  public int enough;

  /** The number of mappings at which it has to stop. */
  public int most;

  /** The nearest key that counts; null for the end of the container where the read begins. */
  public @Nullable K from;

  public long fromPrefix;
  public boolean isFromIncluded;

  private @Nullable K start;
  private long startPrefix;
  private boolean isStartIncluded;

  /** Of the places where the read has gone on; null before the first. */
  private @Nullable CircleCheck<K> circle;

  /** The furthest key that counts; null for none. */
  public @Nullable K to;

  public long toPrefix;
  public boolean isToIncluded;

  private ReadRequest(boolean isDescending, int enough, int most) {
    this.isDescending = isDescending;
    this.enough = enough;
    this.most = most;
  }

  /** Reads one mapping. */
  public static <K> ReadRequest<K> forOne(boolean isDescending) {
    return new ReadRequest<>(isDescending, 1, 1);
  }

  /** Reads some mappings that lie together. */
  public static <K> ReadRequest<K> forSome(boolean isDescending) {
    return new ReadRequest<>(isDescending, 1, AHEAD);
  }

  /** Reads all that lie together from here on. */
  public void readWhole() {
    isLong = true;
    most = Integer.MAX_VALUE;
  }

  /** Reads few mappings next, behind a key: what had been read ahead has changed. */
  public void goBack(PrefixOrder<K> order, K key) {
    long prefix = order.prefix(key);
    circle = null; // The read may come to the places behind the key again.
    from = key;
    fromPrefix = prefix;
    isFromIncluded = false;
    isLong = false;
    enough = 1;
    most = FEW;
  }

  /** Reads more mappings at a time if they have become few. */
  public void recover() {
    if (most < AHEAD) {
      most *= 2;
    }
  }

  /** Returns true if changes of what is read ahead have made the mappings few. */
  public boolean isCautious() {
    return most < AHEAD;
  }

  /** Fetches what comes next from now on, since the first mappings did not suffice. */
  public void goOnReading() {
    isLong = true;
  }

  /** Reads all mappings. */
  public static <K> ReadRequest<K> forAll(boolean isDescending) {
    ReadRequest<K> all = new ReadRequest<>(isDescending, Integer.MAX_VALUE, Integer.MAX_VALUE);
    all.isLong = true;
    return all;
  }

  public ReadRequest<K> from(PrefixOrder<K> order, @Nullable K key, boolean isIncluded) {
    start = key;
    startPrefix = key == null ? 0 : order.prefix(key);
    isStartIncluded = isIncluded;
    rewind();
    return this;
  }

  /** Goes back to where the read began, before it went on behind something. */
  public void rewind() {
    from = start;
    fromPrefix = startPrefix;
    isFromIncluded = isStartIncluded;
    circle = null;
  }

  /** Returns such a request within bounds. */
  public ReadRequest<K> within(KeyBounds<K> bounds) {
    start = isDescending ? bounds.high : bounds.low;
    startPrefix = isDescending ? bounds.highPrefix : bounds.lowPrefix;
    isStartIncluded = isDescending ? bounds.highInclusive : bounds.lowInclusive;
    to = isDescending ? bounds.low : bounds.high;
    toPrefix = isDescending ? bounds.lowPrefix : bounds.highPrefix;
    isToIncluded = isDescending ? bounds.lowInclusive : bounds.highInclusive;
    rewind();
    return this;
  }

  /** Returns the bounds of this read, wherever it has come to. */
  public KeyBounds<K> bounds(PrefixOrder<K> order) {
    return isDescending
        ? new KeyBounds<>(order, to, isToIncluded, start, isStartIncluded)
        : new KeyBounds<>(order, start, isStartIncluded, to, isToIncluded);
  }

  /** Returns the bounds of the keys ahead of this read. */
  public KeyBounds<K> boundsAhead(PrefixOrder<K> order) {
    return isDescending
        ? new KeyBounds<>(order, to, isToIncluded, from, isFromIncluded)
        : new KeyBounds<>(order, from, isFromIncluded, to, isToIncluded);
  }

  /** Returns true if nothing is to be come to from this key on, in the direction of the read. */
  public boolean isPast(PrefixOrder<K> order, long prefix, K key) {
    if (to == null) {
      return false;
    }
    int comparison = order.compare(prefix, key, toPrefix, to);
    return isDescending ? comparison <= 0 : comparison > 0 || (comparison == 0 && !isToIncluded);
  }

  /**
   * Lets the read go on behind what has been read and a bound, whichever is further.
   *
   * @param bound null for none
   * @throws IllegalStateException if the read has gone on there already
   */
  public void continueBehind(
      PrefixOrder<K> order, EntryRun<K, ?> run, @Nullable K bound, long boundPrefix) {
    K last = run.isEmpty() ? null : run.lastKey();
    if (bound == null || (last != null && isBehind(order, last, bound, boundPrefix))) {
      goOn(order, last, last == null ? 0 : order.prefix(last), false);
    } else {
      goOn(order, bound, boundPrefix, !isDescending);
    }
  }

  /**
   * Lets the read go on at the last mark of a place.
   *
   * @throws IllegalStateException if the read has gone on there already
   */
  public void continueAt(PrefixOrder<K> order, ReadPlace<K, ?> place) {
    goOn(order, place.key(), place.prefix(), place.isKeyAhead());
  }

  /**
   * Moves the read by stores alone. An error before them leaves the read at its place. Nothing is
   * called after the place has been noted, so that another try does not find it noted.
   */
  private void goOn(PrefixOrder<K> order, @Nullable K key, long prefix, boolean isIncluded) {
    if (key != null) {
      CircleCheck<K> check = circle == null ? new CircleCheck<>() : circle;
      circle = check;
      check.step(order, prefix, key, isIncluded);
    }
    from = key;
    fromPrefix = prefix;
    isFromIncluded = isIncluded;
  }

  /**
   * Returns true if a key is in the range behind the bound: this can be so where the bound is
   * outdated.
   */
  private boolean isBehind(PrefixOrder<K> order, K key, K bound, long boundPrefix) {
    return order.compare(order.prefix(key), key, boundPrefix, bound) < 0 == isDescending;
  }
}
