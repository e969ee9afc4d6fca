package org.jets.ets.view;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The values of a map. */
final class ValueView<V> extends AbstractCollection<V> {
  private final TableMap<?, V> map;

  ValueView(TableMap<?, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean contains(Object value) {
    return map.containsValue(value);
  }

  @Override
  public boolean remove(Object value) {
    return map.removeValue(Objects.requireNonNull(value, "value"));
  }

  @Override
  public boolean removeIf(Predicate<? super V> filter) {
    Objects.requireNonNull(filter, "filter");
    return map.removeMappingsIf(object -> filter.test(map.valueOf(object)));
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
    return removeIf(value -> !retained.contains(value));
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void forEach(Consumer<? super V> action) {
    spliterator().forEachRemaining(action);
  }

  @Override
  public Iterator<V> iterator() {
    return map.iterator(map::valueOf);
  }

  @Override
  public Spliterator<V> spliterator() {
    return map.spliterator(map::valueOf, 0);
  }

  @Override
  public Stream<V> stream() {
    return map.stream(map::valueOf);
  }
}
