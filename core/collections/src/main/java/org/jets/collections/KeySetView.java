package org.jets.collections;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.collections.internal.cursor.Cursor;

/** The keys of a map. */
class KeySetView<K, V> extends AbstractSet<K> {
  private final AbstractConcurrentMap<K, V> map;

  KeySetView(AbstractConcurrentMap<K, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public boolean contains(Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean remove(Object key) {
    return map.remove(key) != null;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void forEach(Consumer<? super K> action) {
    map.iteration().forEachKey(Objects.requireNonNull(action, "action"));
  }

  @Override
  public Iterator<K> iterator() {
    return new CursorIterator<>(map, map.iteration(), Cursor::key);
  }

  @Override
  public Spliterator<K> spliterator() {
    return map.keySpliterator();
  }
}
