package org.jets.collections;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step to a mapping that a map hands out as an entry. */
final class EntryStep<K, V> implements CursorMap.Step<K, V> {
  private final Map.Entry<K, V> to;
  private final @Nullable V origin;

  private EntryStep(Map.Entry<K, V> to, @Nullable V origin) {
    this.to = to;
    this.origin = origin;
  }

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

  @Override
  public @Nullable V origin() {
    return origin;
  }

  @Override
  public String toString() {
    return to.getKey() + "=" + to.getValue();
  }
}
