package org.jets.collections;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * The common base of the ordered maps: the methods of a navigable map, and views of ranges. A
 * subclass gives the operations on one key, each atomic, {@link #findEntry}, the first and the last
 * entry, {@link #clear}, {@link #mappingCount}, and cursors of ranges.
 *
 * <p>An operation on all mappings of a range, by a view or by the map for all keys, calls one of
 * the methods with {@link KeyBounds}. As they are here they are atomic for each mapping alone; a
 * map that does better overrides them.
 */
abstract class AbstractConcurrentNavigableMap<K, V> extends AbstractOrderedMap<K, V> {
  final PrefixOrder<K> order;
  private final KeyBounds<K> everywhere;

  AbstractConcurrentNavigableMap(PrefixOrder<K> order) {
    this.order = order;
    this.everywhere = KeyBounds.all(order);
  }

  /**
   * A weakly consistent cursor over a range.
   *
   * @param bounds possibly of no keys at all
   */
  abstract Cursor<K, V> cursor(KeyBounds<K> bounds, boolean descending);

  /** A cursor over a range as it has been at one moment between the call and the return from it. */
  abstract Cursor<K, V> consistentCursor(KeyBounds<K> bounds, boolean descending);

  // What a map may do better.

  /** The number of mappings that a range has. */
  long mappingCount(KeyBounds<K> bounds) {
    long count = 0;
    Cursor<K, V> cursor = cursor(bounds, false);
    while (cursor.advance()) {
      count++;
    }
    return count;
  }

  /**
   * Removes and returns the first or the last mapping of a range. As it is here, one that has been
   * that at a moment before.
   */
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    Map.Entry<K, V> entry;
    do {
      entry = last ? lastEntry(bounds) : firstEntry(bounds);
    } while (entry != null && !remove(entry.getKey(), entry.getValue()));
    return entry;
  }

  /** {@link Map#replaceAll}; a value that the function replaces by null is refused. */
  void replaceAll(KeyBounds<K> bounds, BiFunction<? super K, ? super V, ? extends V> function) {
    replaceEach(cursor(bounds, false), function);
  }

  /** Removes what a filter says, and returns whether there was such a mapping. */
  boolean removeIf(KeyBounds<K> bounds, BiPredicate<? super K, ? super V> filter) {
    return removeEachIf(cursor(bounds, false), filter);
  }

  /** Removes all mappings of a range. */
  void clear(KeyBounds<K> bounds) {
    Cursor<K, V> cursor = cursor(bounds, false);
    while (cursor.advance()) {
      remove(cursor.key());
    }
  }

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
    forEachAtOnce(everywhere, Objects.requireNonNull(action, "action"));
  }

  private void forEachAtOnce(KeyBounds<K> bounds, BiConsumer<? super K, ? super V> action) {
    consistentCursor(bounds, false).forEachRemaining(action);
  }

  final KeyBounds<K> everywhere() {
    return everywhere;
  }

  /**
   * Bounds that were asked for.
   *
   * @throws IllegalArgumentException if {@code from} is greater than {@code to}
   */
  final KeyBounds<K> bounds(
      @Nullable K from, boolean fromInclusive, @Nullable K to, boolean toInclusive) {
    if (from != null && to != null && order.compare(from, to) > 0) {
      throw new IllegalArgumentException("fromKey: above toKey (expected: at most toKey)");
    }
    if (from != null) {
      order.requireComparableWithItself(from);
    }
    if (to != null) {
      order.requireComparableWithItself(to);
    }
    return new KeyBounds<>(order, from, fromInclusive, to, toInclusive);
  }

  final Map.@Nullable Entry<K, V> firstEntry(KeyBounds<K> bounds) {
    Map.Entry<K, V> first =
        bounds.low == null ? firstEntry() : findEntry(bounds.low, bounds.first());
    return first == null || bounds.isTooHigh(first.getKey()) ? null : first;
  }

  final Map.@Nullable Entry<K, V> lastEntry(KeyBounds<K> bounds) {
    Map.Entry<K, V> last =
        bounds.high == null ? lastEntry() : findEntry(bounds.high, bounds.last());
    return last == null || bounds.isTooLow(last.getKey()) ? null : last;
  }

  @Override
  public @Nullable Comparator<? super K> comparator() {
    return order.comparator();
  }

  @Override
  int compareKeys(K a, K b) {
    return order.compare(a, b);
  }

  @Override
  Cursor<K, V> cursor() {
    return cursor(everywhere, false);
  }

  @Override
  Cursor<K, V> cursorAfter(K key) {
    return cursor(everywhere.above(key), false);
  }

  @Override
  AbstractOrderedMap<K, V> part(
      @Nullable K from, boolean fromInclusive, @Nullable K to, boolean toInclusive) {
    return new SubMapView<>(this, bounds(from, fromInclusive, to, toInclusive), false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> descendingMap() {
    return new SubMapView<>(this, everywhere, true);
  }

  @Override
  public Map.@Nullable Entry<K, V> pollFirstEntry() {
    return pollEntry(everywhere, false);
  }

  @Override
  public Map.@Nullable Entry<K, V> pollLastEntry() {
    return pollEntry(everywhere, true);
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    replaceAll(everywhere, Objects.requireNonNull(function, "function"));
  }

  @Override
  boolean removeMappingsIf(BiPredicate<? super K, ? super V> filter) {
    return removeIf(everywhere, filter);
  }
}
