package org.jets.collections;

import java.util.Objects;
import java.util.function.BiConsumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;

/**
 * The common base of the ordered maps that can read a range as it is at one moment. Besides what an
 * {@link AbstractRangeMap} asks for, a subclass gives {@link #consistentCursor}.
 */
abstract class AbstractConcurrentNavigableMap<K, V> extends AbstractRangeMap<K, V> {
  AbstractConcurrentNavigableMap(PrefixOrder<K> order) {
    super(order);
  }

  /** A cursor over a range as it has been at one moment between the call and the return from it. */
  abstract Cursor<K, V> consistentCursor(KeyBounds<K> bounds, boolean descending);

  /**
   * Calls the action with each mapping of a range, in ascending order, as they all are at one
   * moment during the call. It sees an atomic change of several keys entirely or not at all. The
   * action runs on the calling thread, after that moment and without a lock. Takes O(log n + m)
   * time for m of n mappings.
   *
   * @throws IllegalArgumentException if {@code fromKey} is greater than {@code toKey}
   * @throws ClassCastException if a key cannot be compared with those of this map
   */
  public void forEachInRange(
      K fromKey,
      boolean fromInclusive,
      K toKey,
      boolean toInclusive,
      BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(fromKey, "fromKey");
    Objects.requireNonNull(toKey, "toKey");
    Objects.requireNonNull(action, "action");
    forEachAtOnce(bounds(fromKey, fromInclusive, toKey, toInclusive), action);
  }

  /** Calls the action with all mappings, as {@link #forEachInRange} does with those of a range. */
  public void forEachAtOnce(BiConsumer<? super K, ? super V> action) {
    forEachAtOnce(everywhere(), Objects.requireNonNull(action, "action"));
  }

  private void forEachAtOnce(KeyBounds<K> bounds, BiConsumer<? super K, ? super V> action) {
    consistentCursor(bounds, false).forEachRemaining(action);
  }
}
