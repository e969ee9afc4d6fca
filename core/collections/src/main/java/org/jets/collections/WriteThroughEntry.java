package org.jets.collections;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A mapping as a traversal found it. It does not follow later changes of the map, but writes its
 * own into it, as the entries of {@link java.util.concurrent.ConcurrentHashMap} do.
 */
final class WriteThroughEntry<K, V> implements Map.Entry<K, V> {
  private final AbstractConcurrentMap<K, V> map;
  private final K key;
  private V value;

  WriteThroughEntry(AbstractConcurrentMap<K, V> map, K key, V value) {
    this.map = map;
    this.key = key;
    this.value = value;
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  public V getValue() {
    return value;
  }

  /**
   * Puts the value into the map, also where the key has been removed since.
   *
   * @return the value that this entry had
   */
  @Override
  public V setValue(V newValue) {
    map.put(key, newValue);
    V old = value;
    value = newValue;
    return old;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Map.Entry<?, ?> entry
        && Objects.equals(key, entry.getKey())
        && Objects.equals(value, entry.getValue());
  }

  @Override
  public int hashCode() {
    return key.hashCode() ^ value.hashCode();
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
