package org.jets.collections;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * All methods of {@link ConcurrentNavigableMap} by way of a few, for maps and for views of them. To
 * a view that is descending all of this is said in its own order: its first key is the greatest.
 */
abstract class AbstractOrderedMap<K, V> extends AbstractConcurrentMap<K, V>
    implements ConcurrentNavigableMap<K, V>, CursorMap<K, V> {
  private static final int SORTED = Spliterator.SORTED | Spliterator.ORDERED | Spliterator.DISTINCT;

  private @Nullable NavigableSet<K> keySet;

  /** The mapping whose key stands in this relation to the given one, or null if there is none. */
  abstract Map.@Nullable Entry<K, V> findEntry(K key, Relation relation);

  @Override
  public abstract Map.@Nullable Entry<K, V> firstEntry();

  @Override
  public abstract Map.@Nullable Entry<K, V> lastEntry();

  @Override
  public abstract Map.@Nullable Entry<K, V> pollFirstEntry();

  @Override
  public abstract Map.@Nullable Entry<K, V> pollLastEntry();

  /**
   * A cursor over all mappings, in order; what it hands over when it splits is what comes first.
   */
  @Override
  abstract Cursor<K, V> cursor();

  /** Returns such a cursor over the mappings after a key. */
  abstract Cursor<K, V> cursorAfter(K key);

  /** Compares in the order of this map. */
  abstract int compareKeys(K a, K b);

  /**
   * The part of this map from one key to another, or with null from or to its end.
   *
   * @throws IllegalArgumentException if they are not in order, or outside of this view
   */
  abstract AbstractOrderedMap<K, V> part(
      @Nullable K from, boolean fromInclusive, @Nullable K to, boolean toInclusive);

  /** A view of this map in the opposite order. */
  @Override
  public abstract ConcurrentNavigableMap<K, V> descendingMap();

  @Override
  public Map.@Nullable Entry<K, V> lowerEntry(K key) {
    return findEntry(Objects.requireNonNull(key, "key"), Relation.LOWER);
  }

  @Override
  public Map.@Nullable Entry<K, V> floorEntry(K key) {
    return findEntry(Objects.requireNonNull(key, "key"), Relation.FLOOR);
  }

  @Override
  public Map.@Nullable Entry<K, V> ceilingEntry(K key) {
    return findEntry(Objects.requireNonNull(key, "key"), Relation.CEILING);
  }

  @Override
  public Map.@Nullable Entry<K, V> higherEntry(K key) {
    return findEntry(Objects.requireNonNull(key, "key"), Relation.HIGHER);
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return key(lowerEntry(key));
  }

  @Override
  public @Nullable K floorKey(K key) {
    return key(floorEntry(key));
  }

  @Override
  public @Nullable K ceilingKey(K key) {
    return key(ceilingEntry(key));
  }

  @Override
  public @Nullable K higherKey(K key) {
    return key(higherEntry(key));
  }

  private static <K> @Nullable K key(Map.@Nullable Entry<K, ?> entry) {
    return entry == null ? null : entry.getKey();
  }

  @Override
  public K firstKey() {
    return present(firstEntry()).getKey();
  }

  @Override
  public K lastKey() {
    return present(lastEntry()).getKey();
  }

  private static <K, V> Map.Entry<K, V> present(Map.@Nullable Entry<K, V> entry) {
    if (entry == null) {
      throw new NoSuchElementException("the map is empty");
    }
    return entry;
  }

  @Override
  public @Nullable K firstKeyOrNull() {
    return key(firstEntry());
  }

  /** {@link #higherKey}. */
  @Override
  public @Nullable K keyAfter(K key) {
    return higherKey(key);
  }

  /** {@link #higherEntry}. */
  @Override
  public Map.@Nullable Entry<K, V> entryAfter(K key) {
    return higherEntry(key);
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    Cursor<K, V> behind = cursorAfter(Objects.requireNonNull(key, "key"));
    return new CursorIterator<>(this, behind, this::entryAt);
  }

  @Override
  public ConcurrentNavigableMap<K, V> subMap(
      K fromKey, boolean fromInclusive, K toKey, boolean toInclusive) {
    Objects.requireNonNull(fromKey, "fromKey");
    Objects.requireNonNull(toKey, "toKey");
    return part(fromKey, fromInclusive, toKey, toInclusive);
  }

  @Override
  public ConcurrentNavigableMap<K, V> headMap(K toKey, boolean inclusive) {
    return part(null, false, Objects.requireNonNull(toKey, "toKey"), inclusive);
  }

  @Override
  public ConcurrentNavigableMap<K, V> tailMap(K fromKey, boolean inclusive) {
    return part(Objects.requireNonNull(fromKey, "fromKey"), inclusive, null, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> subMap(K fromKey, K toKey) {
    return subMap(fromKey, true, toKey, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> headMap(K toKey) {
    return headMap(toKey, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> tailMap(K fromKey) {
    return tailMap(fromKey, true);
  }

  /**
   * The keys, in order, as a view: it follows the map, and removing a key from it removes the
   * mapping. It does not support {@code add}.
   */
  @Override
  public NavigableSet<K> keySet() {
    return navigableKeySet();
  }

  /** {@link #keySet()}. */
  @Override
  public NavigableSet<K> navigableKeySet() {
    // Threads may make one each: they have no state.
    NavigableSet<K> keys = keySet;
    if (keys == null) {
      keys = new NavigableKeySetView<>(this);
      keySet = keys;
    }
    return keys;
  }

  @Override
  public NavigableSet<K> descendingKeySet() {
    return descendingMap().navigableKeySet();
  }

  @Override
  Spliterator<K> keySpliterator() {
    return new CursorSpliterator<>(cursor(), CursorSide.keys(), SORTED, comparator());
  }

  @Override
  Spliterator<V> valueSpliterator() {
    return new CursorSpliterator<>(cursor(), CursorSide.values(), Spliterator.ORDERED, null);
  }

  @Override
  Spliterator<Map.Entry<K, V>> entrySpliterator() {
    Comparator<Map.Entry<K, V>> order = (a, b) -> compareKeys(a.getKey(), b.getKey());
    return new CursorSpliterator<>(cursor(), this::entryAt, SORTED, order);
  }
}
