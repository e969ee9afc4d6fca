package org.jets.collections;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SplitOrderedHashMap} whose keys are {@code long}: with methods that take them as such,
 * so that no operation on a key makes an object of it. As a {@code Map<Long, V>} it is complete,
 * and all that is said there holds here.
 *
 * <p>Where a key is given as an {@code int}, Java takes the methods for {@code long}. Given as an
 * object, it has to be a {@link Long}; no other object is a key.
 *
 * @param <V> the type of the values
 */
public final class LongSplitOrderedMap<V> extends SplitOrderedMap<Long, V> {
  private final long multiplier;
  private final long inverse;

  /** What {@link #compute(long, LongObjectFunction)} calls. */
  @FunctionalInterface
  public interface LongObjectFunction<V> {
    /** Returns the new value for a key that has this value, or none; null to remove the mapping. */
    @Nullable V apply(long key, @Nullable V value);
  }

  /** What {@link #forEachLong} calls. */
  @FunctionalInterface
  public interface LongObjectConsumer<V> {
    /** Is called with a mapping. */
    void accept(long key, V value);
  }

  /** An empty map of few buckets. */
  public LongSplitOrderedMap() {
    this(DEFAULT_BITS, SplitMultiplier.random());
  }

  /**
   * An empty map with room.
   *
   * @param initialCapacity how many mappings the map is to hold before it grows; it never shrinks
   *     below
   * @throws IllegalArgumentException if it is negative
   */
  public LongSplitOrderedMap(int initialCapacity) {
    this(bitsFor(initialCapacity), SplitMultiplier.random());
  }

  LongSplitOrderedMap(int minBits, long multiplier) {
    super(minBits);
    this.multiplier = multiplier;
    this.inverse = SplitMultiplier.inverse(multiplier);
  }

  /** {@link #get(Object)} without an object. */
  public @Nullable V get(long key) {
    long order = key * multiplier;
    SplitTable<V> table = table();
    SplitNode<V> head = table.head(table.indexOf(order));
    for (SplitNode<V> node = head; node != null; node = node.next) {
      if (node.order == order) {
        V value = node.value;
        if (value != null) {
          return value;
        }
      }
    }
    return SplitNode.isDetour(head) ? getSlowly(order, 0L) : null;
  }

  @Override
  public @Nullable V get(Object key) {
    return Objects.requireNonNull(key, "key") instanceof Long number ? get((long) number) : null;
  }

  /** {@link #containsKey(Object)} without an object. */
  public boolean containsKey(long key) {
    return get(key) != null;
  }

  /** {@link #getOrDefault(Object, Object)} without an object for the key. */
  public V getOrDefault(long key, V defaultValue) {
    V value = get(key);
    return value == null ? defaultValue : value;
  }

  /** {@link #put(Long, Object)} without an object for the key. */
  public @Nullable V put(long key, V value) {
    Objects.requireNonNull(value, "value");
    return putAt(key * multiplier, 0L, value, true);
  }

  @Override
  public @Nullable V put(Long key, V value) {
    return put((long) key, value);
  }

  /** {@link #putIfAbsent(Long, Object)} without an object for the key. */
  public @Nullable V putIfAbsent(long key, V value) {
    Objects.requireNonNull(value, "value");
    return putAt(key * multiplier, 0L, value, false);
  }

  @Override
  public @Nullable V putIfAbsent(Long key, V value) {
    return putIfAbsent((long) key, value);
  }

  /** {@link #remove(Object)} without an object. */
  public @Nullable V remove(long key) {
    return removeAt(key * multiplier, 0L, null);
  }

  @Override
  public @Nullable V remove(Object key) {
    return Objects.requireNonNull(key, "key") instanceof Long number ? remove((long) number) : null;
  }

  /** {@link #remove(Object, Object)} without an object for the key. */
  public boolean remove(long key, @Nullable Object value) {
    return value != null && removeAt(key * multiplier, 0L, value) != null;
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    return Objects.requireNonNull(key, "key") instanceof Long number
        && remove((long) number, value);
  }

  /** {@link #replace(Long, Object)} without an object for the key. */
  public @Nullable V replace(long key, V value) {
    Objects.requireNonNull(value, "value");
    return replaceAt(key * multiplier, 0L, null, value);
  }

  @Override
  public @Nullable V replace(Long key, V value) {
    return replace((long) key, value);
  }

  /** {@link #replace(Long, Object, Object)} without an object for the key. */
  public boolean replace(long key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    return replaceAt(key * multiplier, 0L, oldValue, newValue) != null;
  }

  @Override
  public boolean replace(Long key, V oldValue, V newValue) {
    return replace((long) key, oldValue, newValue);
  }

  /** {@link #computeIfAbsent(Long, Function)} without an object for the key. */
  public @Nullable V computeIfAbsent(
      long key, LongFunction<? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    V present = get(key);
    return present != null
        ? present
        : computeAt(key * multiplier, 0L, true, false, old -> mappingFunction.apply(key));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V computeIfAbsent(
      Long key, Function<? super Long, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    long number = key;
    return computeIfAbsent(number, (long same) -> mappingFunction.apply(key));
  }

  /** {@link #computeIfPresent(Long, BiFunction)} without an object for the key. */
  public @Nullable V computeIfPresent(long key, LongObjectFunction<V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(key * multiplier, 0L, false, true, old -> remappingFunction.apply(key, old));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V computeIfPresent(
      Long key, BiFunction<? super Long, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(
        key * multiplier,
        key,
        false,
        true,
        old -> remappingFunction.apply(key, Objects.requireNonNull(old)));
  }

  /** {@link #compute(Long, BiFunction)} without an object for the key. */
  public @Nullable V compute(long key, LongObjectFunction<V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(key * multiplier, 0L, true, true, old -> remappingFunction.apply(key, old));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V compute(
      Long key,
      BiFunction<? super Long, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(key * multiplier, key, true, true, old -> remappingFunction.apply(key, old));
  }

  /** {@link #merge(Long, Object, BiFunction)} without an object for the key. */
  public @Nullable V merge(
      long key,
      V value,
      BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return computeAt(
        key * multiplier,
        0L,
        true,
        true,
        old -> old == null ? value : remappingFunction.apply(old, value));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function may run again if the mapping is changed at the same time; it must have no
   * effects of its own, and may use this map.
   */
  @Override
  public @Nullable V merge(
      Long key,
      V value,
      BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    return merge((long) key, value, remappingFunction);
  }

  /** Calls the action with each mapping, without an object for the key. */
  public void forEachLong(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    SplitTraverser<Long, V> traverser = new SplitTraverser<>(this, 0);
    while (traverser.advance()) {
      action.accept(traverser.order() * inverse, traverser.value());
    }
  }

  @Override
  SplitEntry<V> entryIn(SplitNode<V> node, Long key) {
    return (SplitEntry<V>) node;
  }

  @Override
  SplitNode<V> withMapping(
      @Nullable SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      long order,
      Long key,
      V value,
      @Nullable SplitNode<V> rest) {
    return new SplitEntry.OfLong<>(order, value, rest);
  }

  @Override
  @Nullable SplitNode<V> withoutMapping(
      SplitNode<V> node, SplitEntry<V> old, @Nullable SplitNode<V> rest) {
    return rest;
  }

  @Override
  @Nullable SplitEntry<V> higherIn(SplitNode<V> node, Long key) {
    return null;
  }

  @Override
  Long keyOf(SplitEntry<V> entry) {
    return entry.order * inverse;
  }

  @Override
  long orderOf(Long key) {
    return key * multiplier;
  }
}
