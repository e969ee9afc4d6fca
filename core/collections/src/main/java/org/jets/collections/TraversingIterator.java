package org.jets.collections;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Traverser;
import org.jspecify.annotations.Nullable;

/** An iterator over one side of each mapping that a traverser comes to. */
final class TraversingIterator<K, V, T> implements Iterator<T> {
  private final AbstractConcurrentMap<K, V> map;
  private final Traverser<K, V> traverser;
  private final Function<? super Traverser<K, V>, ? extends T> side;

  /** True if the traverser is already at the mapping that comes next. */
  private boolean ahead;

  private @Nullable K lastKey;

  TraversingIterator(
      AbstractConcurrentMap<K, V> map,
      Traverser<K, V> traverser,
      Function<? super Traverser<K, V>, ? extends T> side) {
    this.map = map;
    this.traverser = traverser;
    this.side = side;
  }

  @Override
  public boolean hasNext() {
    if (!ahead) {
      ahead = traverser.advance();
    }
    return ahead;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ahead = false;
    lastKey = traverser.key();
    return side.apply(traverser);
  }

  /** Removes the key, whatever it is mapped to by now. */
  @Override
  public void remove() {
    K key = lastKey;
    if (key == null) {
      throw new IllegalStateException("remove without a next before it");
    }
    lastKey = null;
    map.remove(key);
  }
}
