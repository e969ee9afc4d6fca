package org.jets.collections;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A range of an ordered map, in either direction, as a view: a change of one is a change of the
 * other. Views of views are views of the map itself. A method that would put a key outside the
 * range throws an IllegalArgumentException. For all other methods such keys are absent.
 */
final class SubMapView<K, V> extends AbstractOrderedMap<K, V> {
  private final AbstractConcurrentNavigableMap<K, V> map;
  private final KeyBounds<K> bounds;
  private final boolean descending;

  SubMapView(AbstractConcurrentNavigableMap<K, V> map, KeyBounds<K> bounds, boolean descending) {
    this.map = map;
    this.bounds = bounds;
    this.descending = descending;
  }

  @Override
  public @Nullable Comparator<? super K> comparator() {
    Comparator<? super K> comparator = map.comparator();
    return descending ? Collections.reverseOrder(comparator) : comparator;
  }

  @Override
  int compareKeys(K a, K b) {
    return descending ? map.compareKeys(b, a) : map.compareKeys(a, b);
  }

  // Views.

  @Override
  AbstractOrderedMap<K, V> part(
      @Nullable K from, boolean fromInclusive, @Nullable K to, boolean toInclusive) {
    if (from != null && to != null && compareKeys(from, to) > 0) {
      throw new IllegalArgumentException("fromKey: behind toKey (expected: not behind it)");
    }
    requireInside("fromKey", from, fromInclusive);
    requireInside("toKey", to, toInclusive);
    return descending
        ? view(to, toInclusive, from, fromInclusive)
        : view(from, fromInclusive, to, toInclusive);
  }

  /** The ends that are null are those of this view. */
  private SubMapView<K, V> view(
      @Nullable K low, boolean lowInclusive, @Nullable K high, boolean highInclusive) {
    KeyBounds<K> narrower =
        new KeyBounds<>(
            bounds.order,
            low == null ? bounds.low : low,
            low == null ? bounds.lowInclusive : lowInclusive,
            high == null ? bounds.high : high,
            high == null ? bounds.highInclusive : highInclusive);
    return new SubMapView<>(map, narrower, descending);
  }

  /** An end that is not of its range itself may be where this view ends, too. */
  private void requireInside(String name, @Nullable K key, boolean inclusive) {
    if (key != null && !(inclusive ? bounds.contains(key) : bounds.closed().contains(key))) {
      throw new IllegalArgumentException(name + ": out of range (expected: a key of this view)");
    }
  }

  @Override
  public ConcurrentNavigableMap<K, V> descendingMap() {
    return descending && bounds.isUnbounded() ? map : new SubMapView<>(map, bounds, !descending);
  }

  // Neighbours.

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    Relation upward = descending ? relation.mirrored() : relation;
    if (upward.isUpward) {
      if (bounds.isTooLow(key)) {
        return map.firstEntry(bounds);
      }
    } else if (bounds.isTooHigh(key)) {
      return map.lastEntry(bounds);
    }
    Map.Entry<K, V> found = map.findEntry(key, upward);
    return found == null || !bounds.contains(found.getKey()) ? null : found;
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return descending ? map.lastEntry(bounds) : map.firstEntry(bounds);
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return descending ? map.firstEntry(bounds) : map.lastEntry(bounds);
  }

  @Override
  public Map.@Nullable Entry<K, V> pollFirstEntry() {
    return map.pollEntry(bounds, descending);
  }

  @Override
  public Map.@Nullable Entry<K, V> pollLastEntry() {
    return map.pollEntry(bounds, !descending);
  }

  @Override
  Cursor<K, V> cursor() {
    return map.cursor(bounds, descending);
  }

  @Override
  Cursor<K, V> cursorAfter(K key) {
    return map.cursor(descending ? bounds.below(key) : bounds.above(key), descending);
  }

  // One key.

  private boolean isInside(Object key) {
    @SuppressWarnings("unchecked") // The comparison throws if it is of another type.
    K k = (K) Objects.requireNonNull(key, "key");
    return bounds.contains(k);
  }

  private void requireInside(K key) {
    requireInside("key", key, true);
  }

  @Override
  public @Nullable V get(Object key) {
    return isInside(key) ? map.get(key) : null;
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    if (value != null && (expected == Expected.ANYTHING || expected == Expected.ABSENT)) {
      requireInside(key);
    } else if (!isInside(key)) {
      return null;
    }
    return map.updateMapping(key, value, expected);
  }

  /**
   * Computes a value as the JDK's views do. A function that returns no value for a key outside the
   * range succeeds.
   */
  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    if (isInside(key)) {
      return map.computeMapping(key, ifAbsent, ifPresent, function);
    }
    if (ifAbsent && function.apply(key, null) != null) {
      requireInside(key);
    }
    return null;
  }

  @Override
  @Nullable V computeAbsentMapping(K key, Function<? super K, ? extends @Nullable V> function) {
    return isInside(key)
        ? map.computeAbsentMapping(key, function)
        : super.computeAbsentMapping(key, function);
  }

  @Override
  @Nullable V mergeMapping(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    requireInside(key);
    return map.mergeMapping(key, value, function);
  }

  // The whole range.

  /** Goes over the range, as {@link #size} does. */
  @Override
  public long mappingCount() {
    return map.mappingCount(bounds);
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  @Override
  public void clear() {
    map.clear(bounds);
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    map.replaceAll(bounds, Objects.requireNonNull(function, "function"));
  }

  @Override
  boolean removeMappingsIf(BiPredicate<? super K, ? super V> filter) {
    return map.removeIf(bounds, filter);
  }

  @Override
  void validate() {
    map.validate();
  }
}
