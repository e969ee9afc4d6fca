package org.jets.collections.internal.cursor;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A mapping that a step from key to key has come to, as it was then. It also has what the step has
 * seen of the key that it began at. A hash map finds both by one search.
 *
 * <p>The hash maps return it from {@code firstEntry} and {@code entryAfter}. To users it is a
 * {@code Map.Entry}; the tables of {@code org.jets.ets} read the origin too. It does not change,
 * and is safe for use by many threads.
 *
 * @param <K> the type of keys
 * @param <V> the type of mapped values
 */
public abstract class CursorEntry<K, V> implements Map.Entry<K, V> {
  /** Makes an entry. */
  protected CursorEntry() {}

  /**
   * Returns the value of the key that the step began at, as it was then. Returns null if that key
   * was not in the map, or for the first mapping of all.
   */
  public abstract @Nullable V origin();

  /**
   * Returns true if the key that the step began at was in the map. Does not look at its value,
   * which {@link #origin} may have to fetch from memory.
   */
  public abstract boolean hasOrigin();

  /** Refuses: this does not change. */
  @Override
  public final V setValue(V value) {
    throw new UnsupportedOperationException("an entry of a step cannot be changed");
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Map.Entry<?, ?> entry
        && Objects.equals(getKey(), entry.getKey())
        && Objects.equals(getValue(), entry.getValue());
  }

  @Override
  public final int hashCode() {
    return Objects.hashCode(getKey()) ^ Objects.hashCode(getValue());
  }

  @Override
  public final String toString() {
    return getKey() + "=" + getValue();
  }
}
