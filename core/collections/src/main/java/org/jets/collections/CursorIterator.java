package org.jets.collections;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorHolder;
import org.jspecify.annotations.Nullable;

/** An iterator over one side of each mapping that a cursor comes to. */
final class CursorIterator<K, V, T> implements Iterator<T>, CursorHolder<K, V> {
  private final AbstractConcurrentMap<K, V> map;
  private final Cursor<K, V> cursor;
  private final Function<? super Cursor<K, V>, ? extends T> side;

  /** True if the cursor is already at the mapping that comes next. */
  private boolean ahead;

  /** True if the cursor is at the mapping that came last, whose key is then not kept here. */
  private boolean isAtLast;

  private @Nullable K lastKey;

  CursorIterator(
      AbstractConcurrentMap<K, V> map,
      Cursor<K, V> cursor,
      Function<? super Cursor<K, V>, ? extends T> side) {
    this.map = map;
    this.cursor = cursor;
    this.side = side;
  }

  @Override
  public Cursor<K, V> cursor() {
    return cursor;
  }

  @Override
  public boolean hasNext() {
    return ahead || cursor.hasNextAtHand() || goAhead();
  }

  /** Goes to the mapping that comes next, and keeps the key of the one before. */
  private boolean goAhead() {
    if (isAtLast) {
      lastKey = cursor.key();
      isAtLast = false;
    }
    ahead = cursor.advance();
    return ahead;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (!ahead) {
      isAtLast = false;
      cursor.advance();
      ahead = true;
    }
    T result = side.apply(cursor);
    lastKey = null;
    isAtLast = true;
    ahead = false; // Only now: the next call gives again what an error has kept from this one.
    return result;
  }

  /** Removes the key, whatever it is mapped to by now. */
  @Override
  public void remove() {
    K key = isAtLast ? cursor.key() : lastKey;
    if (key == null) {
      throw new IllegalStateException("remove without a next before it");
    }
    isAtLast = false;
    lastKey = null;
    map.remove(key);
  }
}
