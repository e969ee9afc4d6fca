package org.jets.collections;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.Expected;
import org.jspecify.annotations.Nullable;

/** A map of the JDK with everything else from the base class: what is tested here is that. */
final class MinimalMap<K, V> extends AbstractConcurrentMap<K, V> implements CursorMap<K, V> {
  private final ConcurrentSkipListMap<K, V> map;

  MinimalMap(Comparator<? super K> order) {
    map = new ConcurrentSkipListMap<>(order);
  }

  @Override
  public @Nullable V get(Object key) {
    return map.get(key);
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    if (expected == Expected.ANYTHING) {
      return value == null ? map.remove(key) : map.put(key, value);
    }
    if (expected instanceof Expected) {
      return expected == Expected.ABSENT ? map.putIfAbsent(key, value) : map.replace(key, value);
    }
    @SuppressWarnings("unchecked") // As far as equals wants to know.
    V old = (V) expected;
    boolean isDone = value == null ? map.remove(key, old) : map.replace(key, old, value);
    return isDone ? old : null;
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    return !ifAbsent
        ? map.computeIfPresent(key, function)
        : ifPresent
            ? map.compute(key, function)
            : map.computeIfAbsent(key, absent -> function.apply(absent, null));
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public long mappingCount() {
    return map.size();
  }

  @Override
  public void validate() {
    // The JDK's own.
  }

  @Override
  Cursor<K, V> cursor() {
    return new SpliteratorCursor<>(map.entrySet().spliterator());
  }

  @Override
  public @Nullable K firstKeyOrNull() {
    Map.Entry<K, V> first = map.firstEntry();
    return first == null ? null : first.getKey();
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return map.firstEntry();
  }

  @Override
  public @Nullable K keyAfter(K key) {
    return map.higherKey(key);
  }

  @Override
  public Map.@Nullable Entry<K, V> entryAfter(K key) {
    return map.higherEntry(key);
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    Cursor<K, V> behind = new SpliteratorCursor<>(map.tailMap(key, false).entrySet().spliterator());
    return new CursorIterator<>(this, behind, this::entryAt);
  }

  private static final class SpliteratorCursor<K, V> extends Cursor<K, V> {
    private final Spliterator<Map.Entry<K, V>> ahead;
    private Map.@Nullable Entry<K, V> at;

    SpliteratorCursor(Spliterator<Map.Entry<K, V>> ahead) {
      this.ahead = ahead;
    }

    @Override
    public boolean advance() {
      return ahead.tryAdvance(entry -> at = entry);
    }

    @Override
    public K key() {
      return Objects.requireNonNull(at).getKey();
    }

    @Override
    public V value() {
      return Objects.requireNonNull(at).getValue();
    }

    @Override
    public @Nullable Cursor<K, V> trySplit() {
      Spliterator<Map.Entry<K, V>> part = ahead.trySplit();
      return part == null ? null : new SpliteratorCursor<>(part);
    }

    @Override
    public long estimateSize() {
      return ahead.estimateSize();
    }
  }
}
