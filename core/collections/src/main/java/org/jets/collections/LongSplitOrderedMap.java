package org.jets.collections;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.split.LongKeys;
import org.jets.collections.internal.split.SplitCursor;
import org.jets.collections.internal.split.SplitMultiplier;
import org.jets.collections.internal.split.SplitOrderedList;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SplitOrderedHashMap} whose keys are {@code long}: with methods that take them as such,
 * so that no operation on a key makes an object of it. As a {@code Map<Long, V>} it is complete,
 * and all that is said there holds here.
 *
 * <p>A key that is given as an {@code int} is taken as a {@code long}. A key that is given as an
 * object must be a {@link Long}. As in a {@code HashMap<Long, V>}, no other object is equal to a
 * key of this map. So take care with variables of type {@link Integer}. Java passes such a variable
 * to {@link #put(long, Object)} as a {@code long}, but to {@link #get(Object)}, {@link
 * #containsKey(Object)}, {@link #remove(Object)} and {@link #getOrDefault(Object, Object)} as an
 * object, which these do not find. Give them {@code key.longValue()}.
 *
 * @param <V> the type of the values
 */
public final class LongSplitOrderedMap<V> extends SplitOrderedMap<Long, V> {
  private final LongKeys keys;
  private final long multiplier;

  /** The function of {@link #compute(long, LongObjectFunction)} and the like. */
  @FunctionalInterface
  public interface LongObjectFunction<V> {
    /** Returns the new value for a key that has this value, or none; null to remove the mapping. */
    @Nullable V apply(long key, @Nullable V value);
  }

  /** The action of {@link #forEachLong}. */
  @FunctionalInterface
  public interface LongObjectConsumer<V> {
    /** Accepts a mapping. */
    void accept(long key, V value);
  }

  /** An empty map of few buckets. */
  public LongSplitOrderedMap() {
    this(SplitOrderedList.DEFAULT_BITS, SplitMultiplier.random());
  }

  /**
   * An empty map with room.
   *
   * @param initialCapacity how many mappings the map is to hold before it grows; it never shrinks
   *     below. Iteration and {@link #firstKeyOrNull} take time in proportion to it.
   * @throws IllegalArgumentException if it is negative
   */
  public LongSplitOrderedMap(int initialCapacity) {
    this(SplitOrderedList.bitsFor(initialCapacity), SplitMultiplier.random());
  }

  LongSplitOrderedMap(int minBits, long multiplier) {
    this(new LongKeys(multiplier), minBits, multiplier);
  }

  private LongSplitOrderedMap(LongKeys keys, int minBits, long multiplier) {
    super(new SplitOrderedList<>(keys, minBits));
    this.keys = keys;
    this.multiplier = multiplier;
  }

  /** {@link #get(Object)} without an object. */
  public @Nullable V get(long key) {
    return list.getByOrder(key * multiplier, 0L);
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

  /** {@link #put(Object, Object)} without an object for the key. */
  public @Nullable V put(long key, V value) {
    Objects.requireNonNull(value, "value");
    return list.update(key * multiplier, 0L, value, Expected.ANYTHING);
  }

  /** {@link #putIfAbsent(Object, Object)} without an object for the key. */
  public @Nullable V putIfAbsent(long key, V value) {
    Objects.requireNonNull(value, "value");
    return list.update(key * multiplier, 0L, value, Expected.ABSENT);
  }

  /** {@link #remove(Object)} without an object. */
  public @Nullable V remove(long key) {
    return list.update(key * multiplier, 0L, null, Expected.PRESENT);
  }

  /** {@link #remove(Object, Object)} without an object for the key. */
  public boolean remove(long key, @Nullable Object value) {
    return value != null && list.update(key * multiplier, 0L, null, value) != null;
  }

  /** {@link #replace(Object, Object)} without an object for the key. */
  public @Nullable V replace(long key, V value) {
    Objects.requireNonNull(value, "value");
    return list.update(key * multiplier, 0L, value, Expected.PRESENT);
  }

  /** {@link #replace(Object, Object, Object)} without an object for the key. */
  public boolean replace(long key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    return list.update(key * multiplier, 0L, newValue, oldValue) != null;
  }

  /** {@link #computeIfAbsent(Object, Function)} without an object for the key. */
  public @Nullable V computeIfAbsent(
      long key, LongFunction<? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    V present = get(key);
    return present != null
        ? present
        : list.compute(
            key * multiplier, 0L, true, false, (same, old) -> mappingFunction.apply(key));
  }

  /** {@link #computeIfPresent(Object, BiFunction)} without an object for the key. */
  public @Nullable V computeIfPresent(long key, LongObjectFunction<V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return list.compute(
        key * multiplier, 0L, false, true, (same, old) -> remappingFunction.apply(key, old));
  }

  /** {@link #compute(Object, BiFunction)} without an object for the key. */
  public @Nullable V compute(long key, LongObjectFunction<V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return list.compute(
        key * multiplier, 0L, true, true, (same, old) -> remappingFunction.apply(key, old));
  }

  /** {@link #merge(Object, Object, BiFunction)} without an object for the key. */
  public @Nullable V merge(
      long key,
      V value,
      BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return list.compute(
        key * multiplier,
        0L,
        true,
        true,
        (same, old) -> old == null ? value : remappingFunction.apply(old, value));
  }

  /** Calls the action with each mapping, without an object for the key. */
  public void forEachLong(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    SplitCursor<Long, V> cursor = new SplitCursor<>(list, 0);
    while (cursor.advance()) {
      action.accept(keys.ofOrder(cursor.order()), cursor.value());
    }
  }

  @Override
  @Nullable Long asKey(Object key) {
    return key instanceof Long number ? number : null;
  }
}
