package org.jets.collections;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.collections.internal.cursor.Cursor;

/** The values of a map. */
final class ValuesView<K, V> extends AbstractCollection<V> {
  private final AbstractConcurrentMap<K, V> map;

  ValuesView(AbstractConcurrentMap<K, V> map) {
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
  public boolean contains(Object value) {
    return map.containsValue(value);
  }

  @Override
  public boolean remove(Object value) {
    Objects.requireNonNull(value, "value");
    Cursor<K, V> cursor = map.cursor();
    while (cursor.advance()) {
      // Conditional: the key may be mapped to another value by now.
      V present = cursor.value();
      if ((value == present || value.equals(present)) && map.remove(cursor.key(), value)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean removeIf(Predicate<? super V> filter) {
    Objects.requireNonNull(filter, "filter");
    return map.removeMappingsIf((key, value) -> filter.test(value));
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
    map.iteration().forEachValue(Objects.requireNonNull(action, "action"));
  }

  @Override
  public Iterator<V> iterator() {
    return new CursorIterator<>(map, map.iteration(), Cursor::value);
  }

  @Override
  public Spliterator<V> spliterator() {
    return map.valueSpliterator();
  }
}
