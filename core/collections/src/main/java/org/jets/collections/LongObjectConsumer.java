package org.jets.collections;

/**
 * An action on a mapping whose key is of type {@code long}.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface LongObjectConsumer<V> {
  /** Accepts a mapping. */
  void accept(long key, V value);
}
