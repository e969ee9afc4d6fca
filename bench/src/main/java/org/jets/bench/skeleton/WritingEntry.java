package org.jets.bench.skeleton;

import java.util.AbstractMap.SimpleEntry;
import java.util.Map;

/** A mapping as it was read, until its value is set. That also sets the value in the map. */
@SuppressWarnings("serial") // Nobody writes it.
final class WritingEntry<K, V> extends SimpleEntry<K, V> {
  private final Map<K, V> map;

  WritingEntry(Map<K, V> map, K key, V value) {
    super(key, value);
    this.map = map;
  }

  @Override
  public V setValue(V value) {
    map.put(getKey(), value);
    return super.setValue(value);
  }
}
