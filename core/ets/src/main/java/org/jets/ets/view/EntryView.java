package org.jets.ets.view;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The mappings of a map. */
final class EntryView<K, V> extends AbstractSet<Map.Entry<K, V>> {
  private final TableMap<K, V> map;

  EntryView(TableMap<K, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean contains(Object o) {
    return o instanceof Map.Entry<?, ?> entry && map.has(entry.getKey(), entry.getValue());
  }

  @Override
  public boolean remove(Object o) {
    return o instanceof Map.Entry<?, ?> entry
        && entry.getKey() != null
        && map.remove(entry.getKey(), entry.getValue());
  }

  @Override
  public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
    Objects.requireNonNull(filter, "filter");
    return map.removeMappingsIf(object -> filter.test(map.entryOf(object)));
  }

  // By way of removeIf, so that a mapping whose value has changed since it was looked at stays.

  @Override
  public boolean removeAll(Collection<?> removed) {
    Objects.requireNonNull(removed, "removed");
    return removeIf(removed::contains);
  }

  @Override
  public boolean retainAll(Collection<?> retained) {
    Objects.requireNonNull(retained, "retained");
    return removeIf(entry -> !retained.contains(entry));
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void forEach(Consumer<? super Map.Entry<K, V>> action) {
    spliterator().forEachRemaining(action);
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return map.iterator(map::entryOf);
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    return map.spliterator(map::entryOf, Spliterator.DISTINCT);
  }

  @Override
  public Stream<Map.Entry<K, V>> stream() {
    return map.stream(map::entryOf);
  }
}
