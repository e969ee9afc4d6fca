package org.jets.collections;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;
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
  public @Nullable V put(K key, V value) {
    return map.put(key, value);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return map.putIfAbsent(key, value);
  }

  @Override
  public @Nullable V remove(Object key) {
    return map.remove(key);
  }

  @Override
  public boolean remove(Object key, Object value) {
    return map.remove(key, value);
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
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    return map.computeIfAbsent(key, mappingFunction);
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    return map.computeIfPresent(key, remappingFunction);
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    return map.compute(key, remappingFunction);
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    return map.merge(key, value, remappingFunction);
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
  void validate() {
    // The JDK's own.
  }

  @Override
  Traverser<K, V> traverser() {
    return new SpliteratorTraverser<>(map.entrySet().spliterator());
  }

  @Override
  public @Nullable Step<K, V> firstStep() {
    return EntryStep.to(map.firstEntry(), null);
  }

  @Override
  public @Nullable Step<K, V> stepFrom(K key) {
    V origin = map.get(key);
    return EntryStep.to(map.higherEntry(key), origin);
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    Traverser<K, V> behind =
        new SpliteratorTraverser<>(map.tailMap(key, false).entrySet().spliterator());
    return new TraversingIterator<>(this, behind, this::entryAt);
  }

  private static final class SpliteratorTraverser<K, V> extends Traverser<K, V> {
    private final Spliterator<Map.Entry<K, V>> ahead;
    private Map.@Nullable Entry<K, V> at;

    SpliteratorTraverser(Spliterator<Map.Entry<K, V>> ahead) {
      this.ahead = ahead;
    }

    @Override
    boolean advance() {
      return ahead.tryAdvance(entry -> at = entry);
    }

    @Override
    K key() {
      return Objects.requireNonNull(at).getKey();
    }

    @Override
    V value() {
      return Objects.requireNonNull(at).getValue();
    }

    @Override
    @Nullable Traverser<K, V> trySplit() {
      Spliterator<Map.Entry<K, V>> part = ahead.trySplit();
      return part == null ? null : new SpliteratorTraverser<>(part);
    }

    @Override
    long estimateSize() {
      return ahead.estimateSize();
    }
  }
}
