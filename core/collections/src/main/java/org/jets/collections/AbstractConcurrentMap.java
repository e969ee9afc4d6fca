package org.jets.collections;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/**
 * The common base of the maps: the checks of arguments, the views, and the operations on all
 * mappings by a {@link Cursor}. A subclass implements {@link #get}, {@link #updateMapping} and
 * {@link #computeMapping}, each atomic, and {@link #clear}, {@link #mappingCount} and {@link
 * #cursor}.
 *
 * <p>Operations on all mappings are weakly consistent, as the cursor is, and atomic for each
 * mapping alone. An operation that removes or replaces a mapping because of its value does so only
 * while the mapping has that value.
 *
 * <p><b>Failures.</b>
 *
 * <ul>
 *   <li>An operation here holds no lock and has no state: it consists of traversals and of
 *       operations on one key. It throws what a callback or the virtual machine throws, and its
 *       changes of earlier keys remain.
 *   <li>Functions and filters given to bulk operations and views run under no lock, unless the map
 *       says that it changes ranges at one moment. {@code equals} of values and keys as in the
 *       operation on one key.
 *   <li>A view and an entry change the map before themselves.
 * </ul>
 */
abstract class AbstractConcurrentMap<K, V> extends BulkMap<K, V> {
  static {
    EarlyInitialization.of(Expected.class);
  }

  /** The number of attempts of a bulk operation to replace a value that changes. */
  private static final int MOST_ATTEMPTS = 64;

  // Threads may make one each: they have no state.
  private @Nullable Set<K> keySet;
  private @Nullable Collection<V> values;
  private @Nullable Set<Map.Entry<K, V>> entrySet;

  // One key: what an operation is given is checked here, and nowhere else.

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected the value that the present one must equal, or one of {@link Expected}
   * @return the value before; null if there was none, or not the expected one
   */
  abstract @Nullable V updateMapping(K key, @Nullable V value, Object expected);

  /**
   * Puts the result of a function of the value of a key, or removes the mapping if the result is
   * null.
   *
   * @param ifAbsent whether the function is called, with null, for a key without a value
   * @param ifPresent whether the function is called for a key with a value
   * @return the value afterwards
   */
  abstract @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function);

  /** Computes the value of a key that has none. Returns the value afterwards. */
  @Nullable V computeAbsentMapping(K key, Function<? super K, ? extends @Nullable V> function) {
    V present = get(key);
    return present != null
        ? present
        : computeMapping(key, true, false, (same, none) -> function.apply(same));
  }

  /** Puts a value, or the result of a function of the present value and the given one. */
  @Nullable V mergeMapping(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    return computeMapping(
        key, true, true, (same, old) -> old == null ? value : function.apply(old, value));
  }

  /** Returns an object as a key, if it is one. */
  @SuppressWarnings("unchecked") // The comparison of keys fails if it is of another class.
  private K asKey(Object key) {
    return (K) Objects.requireNonNull(key, "key");
  }

  @Override
  public @Nullable V put(K key, V value) {
    Objects.requireNonNull(key, "key");
    return updateMapping(key, Objects.requireNonNull(value, "value"), Expected.ANYTHING);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    Objects.requireNonNull(key, "key");
    return updateMapping(key, Objects.requireNonNull(value, "value"), Expected.ABSENT);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    Objects.requireNonNull(key, "key");
    return updateMapping(key, Objects.requireNonNull(value, "value"), Expected.PRESENT);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(oldValue, "oldValue");
    return updateMapping(key, Objects.requireNonNull(newValue, "newValue"), oldValue) != null;
  }

  @Override
  public @Nullable V remove(Object key) {
    return updateMapping(asKey(key), null, Expected.ANYTHING);
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    K known = asKey(key);
    return value != null && updateMapping(known, null, value) != null;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A map with locks runs the function once, under the lock of the key. A map without locks runs
   * it again for a mapping that changes meanwhile, so that it must have no side effects.
   */
  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(key, "key");
    return computeAbsentMapping(key, Objects.requireNonNull(mappingFunction, "mappingFunction"));
  }

  /** {@inheritDoc} The function is called as by {@link #computeIfAbsent}. */
  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeMapping(key, false, true, remappingFunction);
  }

  /** {@inheritDoc} The function is called as by {@link #computeIfAbsent}. */
  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeMapping(key, true, true, remappingFunction);
  }

  /** {@inheritDoc} The function is called as by {@link #computeIfAbsent}. */
  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    return mergeMapping(key, value, Objects.requireNonNull(remappingFunction, "remappingFunction"));
  }

  /**
   * Checks the whole structure: order, counts, that no removed node is reachable and no lock is
   * held. No thread may change the map meanwhile. For tests; takes time linear in the size of the
   * map.
   *
   * @throws AssertionError if the structure is wrong, with the fault and its place
   */
  abstract void validate();

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public V getOrDefault(Object key, V defaultValue) {
    V value = get(key);
    return value == null ? defaultValue : value;
  }

  /** {@link #mappingCount}, or {@link Integer#MAX_VALUE} if there are more. */
  @Override
  public int size() {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, mappingCount()));
  }

  @Override
  public boolean isEmpty() {
    return mappingCount() <= 0;
  }

  /** Returns true if a key is mapped to an equal value; goes over the whole map if none is. */
  @Override
  public boolean containsValue(Object value) {
    Objects.requireNonNull(value, "value");
    Cursor<K, V> cursor = cursor();
    while (cursor.advance()) {
      V present = cursor.value();
      if (value == present || value.equals(present)) {
        return true;
      }
    }
    return false;
  }

  /** Puts one mapping after the other. Other threads may see some of them before the rest. */
  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    Objects.requireNonNull(mappings, "mappings").forEach(this::put);
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    cursor().forEachRemaining(Objects.requireNonNull(action, "action"));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Each value is replaced atomically, and only while it is there, by identity or equality. The
   * function runs without a lock, and again for a value that changes meanwhile. After 64 changes of
   * a value it runs as that of {@link #computeIfPresent} does. In a map with locks that is under
   * the lock of that key, where it must not update the map. A map that says that it replaces ranges
   * at one moment runs the function under its lock for all mappings.
   */
  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    replaceEach(cursor(), Objects.requireNonNull(function, "function"));
  }

  final void replaceEach(
      Cursor<K, V> cursor, BiFunction<? super K, ? super V, ? extends V> function) {
    while (cursor.advance()) {
      replaceOne(cursor.key(), cursor.value(), function);
    }
  }

  private void replaceOne(K key, V first, BiFunction<? super K, ? super V, ? extends V> function) {
    V value = first;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      V replacement = Objects.requireNonNull(function.apply(key, value), "newValue");
      if (replace(key, value, replacement)) {
        return;
      }
      V present = get(key);
      if (present == value) {
        // The value is not equal to itself.
        present = exchange(key, value, replacement);
        if (present == replacement) {
          return;
        }
      }
      if (present == null) {
        return;
      }
      value = present;
    }
    computeIfPresent(key, (k, v) -> Objects.requireNonNull(function.apply(k, v), "newValue"));
  }

  /** Replaces a value if it is this very object. Returns the value afterwards. */
  private @Nullable V exchange(K key, V expected, V replacement) {
    return computeIfPresent(key, (k, v) -> v == expected ? replacement : v);
  }

  /** Returns whether there was a mapping to remove. */
  boolean removeMappingsIf(BiPredicate<? super K, ? super V> filter) {
    return removeEachIf(cursor(), filter);
  }

  final boolean removeEachIf(Cursor<K, V> cursor, BiPredicate<? super K, ? super V> filter) {
    boolean removed = false;
    while (cursor.advance()) {
      K key = cursor.key();
      V value = cursor.value();
      removed |= filter.test(key, value) && remove(key, value);
    }
    return removed;
  }

  /**
   * Returns the keys as a view that follows the map. Removing a key from it removes the mapping. It
   * does not support {@code add}.
   */
  @Override
  public Set<K> keySet() {
    Set<K> view = keySet;
    if (view == null) {
      view = new KeySetView<>(this);
      keySet = view;
    }
    return view;
  }

  /**
   * Returns the values as a view that follows the map. {@code removeIf} and {@code remove} remove
   * each mapping atomically, and only while it has the value that they tested. If {@code removeIf}
   * throws, its earlier removals remain, unless the map says that it changes ranges at one moment.
   */
  @Override
  public Collection<V> values() {
    Collection<V> view = values;
    if (view == null) {
      view = new ValuesView<>(this);
      values = view;
    }
    return view;
  }

  /**
   * Returns the mappings as a view that follows the map. Its entries do not follow the map, but
   * {@code setValue} puts the value into it.
   */
  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    Set<Map.Entry<K, V>> view = entrySet;
    if (view == null) {
      view = new EntrySetView<>(this);
      entrySet = view;
    }
    return view;
  }

  Spliterator<K> keySpliterator() {
    return new CursorSpliterator<>(cursor(), CursorSide.keys(), Spliterator.DISTINCT, null);
  }

  Spliterator<V> valueSpliterator() {
    return new CursorSpliterator<>(cursor(), CursorSide.values(), 0, null);
  }

  Spliterator<Map.Entry<K, V>> entrySpliterator() {
    return new CursorSpliterator<>(cursor(), this::entryAt, Spliterator.DISTINCT, null);
  }

  @Override
  Map.Entry<K, V> entryAt(Cursor<K, V> cursor) {
    return new WriteThroughEntry<>(this, cursor.key(), cursor.value());
  }

  /** The same with a mapping of the cursor's run. */
  final Map.Entry<K, V> entryAt(Cursor<K, V> cursor, int place) {
    return new WriteThroughEntry<>(this, cursor.key(place), cursor.value(place));
  }

  /** Compares as {@link Map#equals}, with this map's equality of keys. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof Map<?, ?> map && map.size() == countedSize() && hasAllOf(map));
  }

  private boolean hasAllOf(Map<?, ?> map) {
    try {
      for (Map.Entry<?, ?> mapping : map.entrySet()) {
        Object key = mapping.getKey();
        V value = key == null ? null : get(key);
        Object other = mapping.getValue();
        if (value == null || (value != other && !value.equals(other))) {
          return false;
        }
      }
      return true;
    } catch (ClassCastException e) {
      return false; // The keys' comparison does not accept this class.
    }
  }

  /** Counts the mappings, so that a map at rest is compared exactly. */
  private int countedSize() {
    int size = 0;
    Cursor<K, V> cursor = cursor();
    while (cursor.advance()) {
      size++;
    }
    return size;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    Cursor<K, V> cursor = cursor();
    while (cursor.advance()) {
      hash += cursor.key().hashCode() ^ cursor.value().hashCode();
    }
    return hash;
  }

  /** Returns the mappings as text, in the order of iterators. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    Cursor<K, V> cursor = iteration();
    while (cursor.advance()) {
      if (text.length() > 1) {
        text.append(", ");
      }
      Object key = cursor.key();
      Object value = cursor.value();
      text.append(key == this ? "(this Map)" : key).append('=');
      text.append(value == this ? "(this Map)" : value);
    }
    return text.append('}').toString();
  }
}
