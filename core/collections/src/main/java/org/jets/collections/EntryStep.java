package org.jets.collections;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step to a mapping that a map hands out as an entry. */
record EntryStep<K, V>(Map.Entry<K, V> to, @Nullable V origin) implements CursorMap.Step<K, V> {

  /** Null if there is no mapping. */
  static <K, V> @Nullable EntryStep<K, V> to(Map.@Nullable Entry<K, V> to, @Nullable V origin) {
    return to == null ? null : new EntryStep<>(to, origin);
  }

  @Override
  public K key() {
    return to.getKey();
  }

  @Override
  public V value() {
    return to.getValue();
  }
}
