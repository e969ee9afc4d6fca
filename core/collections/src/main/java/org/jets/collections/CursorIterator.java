package org.jets.collections;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorHolder;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over one side of each mapping that a cursor comes to.
 *
 * <p>It reads run by run and hands itself to no other code. So the compiler can keep its fields in
 * registers where it is used by one method.
 */
final class CursorIterator<K, V, T> implements Iterator<T>, CursorHolder<K, V> {
  private final AbstractConcurrentMap<K, V> map;
  private final Cursor<K, V> cursor;
  private final Side<K, V, T> side;

  /** The place of the mapping that came last in the run of the cursor; -1 if it was before. */
  private int at = -1;

  /** The number of mappings of the run. */
  private int size;

  /** True if the mapping that came last is in the run, and can be removed. */
  private boolean isAtLast;

  /** The key that came last, if it can be removed and is not in the run. */
  private @Nullable K lastKey;

  /** The part of a mapping that is handed out. */
  interface Side<K, V, T> {
    T at(Cursor<K, V> cursor, int place);
  }

  CursorIterator(AbstractConcurrentMap<K, V> map, Cursor<K, V> cursor, Side<K, V, T> side) {
    this.map = map;
    this.cursor = cursor;
    this.side = side;
  }

  /** Returns the cursor, of an iterator from which nothing has been taken. */
  @Override
  public Cursor<K, V> cursor() {
    return cursor;
  }

  @Override
  public boolean hasNext() {
    return at + 1 < size || readRun();
  }

  /** Reads the next run, and keeps the key that came last. */
  private boolean readRun() {
    if (isAtLast) {
      lastKey = cursor.key(at);
      isAtLast = false;
    }
    size = cursor.nextRun();
    at = -1;
    return size > 0;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T result = side.at(cursor, at + 1);
    at++; // Only now: the next call gives again what an error has kept from this one.
    isAtLast = true;
    lastKey = null;
    return result;
  }

  /** Removes the key, whatever it is mapped to by now. */
  @Override
  public void remove() {
    K key = isAtLast ? cursor.key(at) : lastKey;
    if (key == null) {
      throw new IllegalStateException("remove without a next before it");
    }
    isAtLast = false;
    lastKey = null;
    map.remove(key);
  }
}
