package org.jets.collections.internal.cursor;

/**
 * A spliterator or iterator that goes over what a cursor comes to. The tables of {@code
 * org.jets.ets} use the cursor in its place, and then nothing else of it.
 *
 * @param <K> the type of keys
 * @param <V> the type of mapped values
 */
public interface CursorHolder<K, V> {
  /** Returns the cursor. */
  Cursor<K, V> cursor();
}
