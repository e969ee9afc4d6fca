package org.jets.ets.view;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The keys of a map. */
final class KeyView<K, V> extends AbstractSet<K> {
  private final TableMap<K, V> map;

  KeyView(TableMap<K, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
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
    spliterator().forEachRemaining(action);
  }

  @Override
  public Iterator<K> iterator() {
    return map.iterator(map::keyOf);
  }

  @Override
  public Spliterator<K> spliterator() {
    return map.spliterator(map::keyOf, Spliterator.DISTINCT);
  }

  @Override
  public Stream<K> stream() {
    return map.stream(map::keyOf);
  }
}
