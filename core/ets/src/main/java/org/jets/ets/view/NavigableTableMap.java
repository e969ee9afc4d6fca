package org.jets.ets.view;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jets.ets.LocalTable;
import org.jets.ets.TableType;
import org.jets.ets.TableTypeException;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * An ordered_set of pairs {@code {Key, Value}} as a navigable map, in the standard order of the
 * keys' terms. All that {@link TableMap} says holds for this map too: it keeps nothing, and
 * operations on one key are linearizable. Here is what it has beyond that.
 *
 * <ul>
 *   <li>{@link #comparator} compares the terms of keys. So it can differ from the keys' own order:
 *       that of text is the order of its bytes in UTF-8.
 *   <li>{@link #ceilingEntry}, {@link #higherEntry}, {@link #firstEntry} and {@link #lastEntry} of
 *       a whole map, and {@link #lowerEntry}, are one search, at one moment. {@link #floorEntry}
 *       looks up the key, and then searches below it. If a key is put or removed meanwhile, it may
 *       return a mapping that was the nearest one shortly before. A descending view has these two
 *       the other way round.
 *   <li>{@link #pollFirstEntry} and {@link #pollLastEntry} remove a mapping that was the first or
 *       the last one at some moment during the call, and is unchanged. Each mapping is given to one
 *       caller.
 *   <li>Entries that these methods return do not support {@code setValue}.
 *   <li>Views of ranges follow the map. A key outside of a view cannot be put into it, which is an
 *       {@link IllegalArgumentException}. For other methods it is absent. {@link #size} of such a
 *       view counts, and {@link #clear} removes one key after the other.
 * </ul>
 *
 * <p><b>Cost.</b> A search or a step is O(log n) for n keys. A descending traversal costs a search
 * for each key.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class NavigableTableMap<K, V> implements ConcurrentNavigableMap<K, V> {
  private final TableMap<K, V> map;
  private final TableSection section;

  private NavigableTableMap(TableMap<K, V> map) {
    this.map = map;
    this.section = map.section();
  }

  /**
   * Returns an ordered_set as a map. Constant time; reads no object.
   *
   * @throws TableTypeException if this is no ordered_set
   * @throws org.jets.ets.BadArgumentException if the key is not the first element
   */
  public static <K, V> NavigableTableMap<K, V> of(
      LocalTable table, Codec<K> keys, Codec<V> values) {
    if (table.type() != TableType.ORDERED_SET) {
      throw TableTypeException.withoutCause(table.id(), table.type(), "ordered_set");
    }
    return new NavigableTableMap<>(TableMap.of(table, keys, values));
  }

  /** Returns the table. */
  public LocalTable table() {
    return map.table();
  }

  private Term term(K key, String name) {
    return map.termOfKey(Objects.requireNonNull(key, name));
  }

  // Order

  /** Returns the order of the keys: that of their terms, reversed in a descending view. */
  @Override
  public Comparator<? super K> comparator() {
    return (a, b) -> section.compare(term(a, "key"), term(b, "key"));
  }

  private Map.@Nullable Entry<K, V> entry(@Nullable Tuple object) {
    return object == null ? null : Map.entry(map.keyOf(object), map.valueOf(object));
  }

  private @Nullable K key(@Nullable Tuple object) {
    return object == null ? null : map.keyOf(object);
  }

  private static <T> T present(@Nullable T found) {
    if (found == null) {
      throw new NoSuchElementException("empty");
    }
    return found;
  }

  @Override
  public K firstKey() {
    return present(key(section.first()));
  }

  @Override
  public K lastKey() {
    return present(key(section.last()));
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return entry(section.first());
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return entry(section.last());
  }

  private @Nullable Tuple near(K key, boolean isForward, boolean isInclusive) {
    return section.near(term(key, "key"), isForward, isInclusive);
  }

  @Override
  public Map.@Nullable Entry<K, V> lowerEntry(K key) {
    return entry(near(key, false, false));
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return key(near(key, false, false));
  }

  @Override
  public Map.@Nullable Entry<K, V> floorEntry(K key) {
    return entry(near(key, false, true));
  }

  @Override
  public @Nullable K floorKey(K key) {
    return key(near(key, false, true));
  }

  @Override
  public Map.@Nullable Entry<K, V> ceilingEntry(K key) {
    return entry(near(key, true, true));
  }

  @Override
  public @Nullable K ceilingKey(K key) {
    return key(near(key, true, true));
  }

  @Override
  public Map.@Nullable Entry<K, V> higherEntry(K key) {
    return entry(near(key, true, false));
  }

  @Override
  public @Nullable K higherKey(K key) {
    return key(near(key, true, false));
  }

  @Override
  public Map.@Nullable Entry<K, V> pollFirstEntry() {
    return poll(true);
  }

  @Override
  public Map.@Nullable Entry<K, V> pollLastEntry() {
    return poll(false);
  }

  /** An object that is no pair stays, and its exception passes to the caller. */
  private Map.@Nullable Entry<K, V> poll(boolean isFirst) {
    while (true) {
      Tuple object = isFirst ? section.first() : section.last();
      Map.Entry<K, V> entry = entry(object);
      if (object == null || map.removeUnchanged(object)) {
        return entry;
      }
    }
  }

  // Views

  private NavigableTableMap<K, V> part(TableSection part) {
    return new NavigableTableMap<>(map.of(part));
  }

  @Override
  public NavigableTableMap<K, V> subMap(
      K fromKey, boolean fromInclusive, K toKey, boolean toInclusive) {
    return part(
        section.part(term(fromKey, "fromKey"), fromInclusive, term(toKey, "toKey"), toInclusive));
  }

  @Override
  public NavigableTableMap<K, V> headMap(K toKey, boolean inclusive) {
    return part(section.part(null, false, term(toKey, "toKey"), inclusive));
  }

  @Override
  public NavigableTableMap<K, V> tailMap(K fromKey, boolean inclusive) {
    return part(section.part(term(fromKey, "fromKey"), inclusive, null, false));
  }

  @Override
  public NavigableTableMap<K, V> subMap(K fromKey, K toKey) {
    return subMap(fromKey, true, toKey, false);
  }

  @Override
  public NavigableTableMap<K, V> headMap(K toKey) {
    return headMap(toKey, false);
  }

  @Override
  public NavigableTableMap<K, V> tailMap(K fromKey) {
    return tailMap(fromKey, true);
  }

  @Override
  public NavigableTableMap<K, V> descendingMap() {
    return part(section.reversed());
  }

  /** Returns the keys as a view that follows the map. It does not support {@code add}. */
  @Override
  public NavigableSet<K> keySet() {
    return new NavigableKeyView<>(this);
  }

  @Override
  public NavigableSet<K> navigableKeySet() {
    return keySet();
  }

  @Override
  public NavigableSet<K> descendingKeySet() {
    return descendingMap().keySet();
  }

  /** Returns the values as {@link TableMap#values} does, in the order of their keys. */
  @Override
  public Collection<V> values() {
    return map.values();
  }

  /** Returns the mappings as {@link TableMap#entrySet} does, in the order of their keys. */
  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return map.entrySet();
  }

  /** Returns the keys without an order of their own. */
  Set<K> keys() {
    return map.keySet();
  }

  // Mappings

  @Override
  public @Nullable V get(Object key) {
    return map.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return map.containsValue(value);
  }

  @Override
  public @Nullable V put(K key, V value) {
    return map.put(key, value);
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    map.putAll(mappings);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return map.putIfAbsent(key, value);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    return map.replace(key, value);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    return map.replace(key, oldValue, newValue);
  }

  @Override
  public @Nullable V remove(Object key) {
    return map.remove(key);
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    return map.remove(key, value);
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    return map.compute(key, remappingFunction);
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    return map.computeIfPresent(key, remappingFunction);
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    return map.computeIfAbsent(key, mappingFunction);
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    return map.merge(key, value, remappingFunction);
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    map.forEach(action);
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    map.replaceAll(function);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || map.equals(other);
  }

  @Override
  public int hashCode() {
    return map.hashCode();
  }

  @Override
  public String toString() {
    return map.toString();
  }
}
