package org.jets.collections;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The mappings of a map. */
final class EntrySetView<K, V> extends AbstractSet<Map.Entry<K, V>> {
  private final AbstractConcurrentMap<K, V> map;

  EntrySetView(AbstractConcurrentMap<K, V> map) {
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
  public boolean contains(Object o) {
    if (!isMapping(o)) {
      return false;
    }
    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) o;
    V value = map.get(entry.getKey());
    return value != null && (value == entry.getValue() || value.equals(entry.getValue()));
  }

  @Override
  public boolean remove(Object o) {
    return isMapping(o)
        && map.remove(((Map.Entry<?, ?>) o).getKey(), ((Map.Entry<?, ?>) o).getValue());
  }

  /** Returns true if this could be in a map that has no nulls. */
  private static boolean isMapping(Object o) {
    return o instanceof Map.Entry<?, ?> entry && entry.getKey() != null && entry.getValue() != null;
  }

  @Override
  public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
    Objects.requireNonNull(filter, "filter");
    return map.removeMappingsIf((key, value) -> filter.test(Map.entry(key, value)));
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
    Objects.requireNonNull(action, "action");
    map.iteration()
        .forEachRemaining((key, value) -> action.accept(new WriteThroughEntry<>(map, key, value)));
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return new CursorIterator<>(map, map.iteration(), map::entryAt);
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    return map.entrySpliterator();
  }
}
