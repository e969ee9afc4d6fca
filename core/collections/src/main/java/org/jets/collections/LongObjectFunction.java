package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * A function of a key of type {@code long} and its value, as {@link LongHashMap#compute(long,
 * LongObjectFunction)} and {@link LongTreeMap#compute(long, LongObjectFunction)} take it.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface LongObjectFunction<V> {
  /**
   * Returns the new value of a key, or null to remove the mapping.
   *
   * @param value the present value; null if there is none
   */
  @Nullable V apply(long key, @Nullable V value);
}
