package org.jets.collections;

import java.util.function.Consumer;
import org.jets.collections.internal.cursor.Cursor;

/** The part of each mapping that a traversal hands out: its key, its value or an entry. */
interface CursorSide<K, V, T> {
  /** Returns it for the mapping that the cursor is at. */
  T at(Cursor<K, V> cursor);

  /** Calls the action with that of each mapping ahead. */
  default void forEachRemaining(Cursor<K, V> cursor, Consumer<? super T> action) {
    cursor.goOnUnpaused();
    while (cursor.advance()) {
      action.accept(at(cursor));
    }
  }

  /** The keys. */
  static <K, V> CursorSide<K, V, K> keys() {
    return new CursorSide<>() {
      @Override
      public K at(Cursor<K, V> cursor) {
        return cursor.key();
      }

      @Override
      public void forEachRemaining(Cursor<K, V> cursor, Consumer<? super K> action) {
        cursor.forEachKey(action);
      }
    };
  }

  /** The values, without any key. */
  static <K, V> CursorSide<K, V, V> values() {
    return new CursorSide<>() {
      @Override
      public V at(Cursor<K, V> cursor) {
        return cursor.value();
      }

      @Override
      public void forEachRemaining(Cursor<K, V> cursor, Consumer<? super V> action) {
        cursor.forEachValue(action);
      }
    };
  }
}
