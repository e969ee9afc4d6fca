package org.jets.ets.view;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of a navigable map, in its order. */
final class NavigableKeyView<K, V> extends AbstractSet<K> implements NavigableSet<K> {
  private final NavigableTableMap<K, V> map;
  private final Set<K> keys;

  NavigableKeyView(NavigableTableMap<K, V> map) {
    this.map = map;
    this.keys = map.keys();
  }

  @Override
  public Comparator<? super K> comparator() {
    return map.comparator();
  }

  @Override
  public K first() {
    return map.firstKey();
  }

  @Override
  public K last() {
    return map.lastKey();
  }

  @Override
  public @Nullable K lower(K key) {
    return map.lowerKey(key);
  }

  @Override
  public @Nullable K floor(K key) {
    return map.floorKey(key);
  }

  @Override
  public @Nullable K ceiling(K key) {
    return map.ceilingKey(key);
  }

  @Override
  public @Nullable K higher(K key) {
    return map.higherKey(key);
  }

  @Override
  public @Nullable K pollFirst() {
    Map.Entry<K, V> first = map.pollFirstEntry();
    return first == null ? null : first.getKey();
  }

  @Override
  public @Nullable K pollLast() {
    Map.Entry<K, V> last = map.pollLastEntry();
    return last == null ? null : last.getKey();
  }

  @Override
  public NavigableSet<K> descendingSet() {
    return map.descendingKeySet();
  }

  @Override
  public Iterator<K> descendingIterator() {
    return descendingSet().iterator();
  }

  @Override
  public NavigableSet<K> subSet(
      K fromElement, boolean fromInclusive, K toElement, boolean toInclusive) {
    return map.subMap(fromElement, fromInclusive, toElement, toInclusive).keySet();
  }

  @Override
  public NavigableSet<K> headSet(K toElement, boolean inclusive) {
    return map.headMap(toElement, inclusive).keySet();
  }

  @Override
  public NavigableSet<K> tailSet(K fromElement, boolean inclusive) {
    return map.tailMap(fromElement, inclusive).keySet();
  }

  @Override
  public NavigableSet<K> subSet(K fromElement, K toElement) {
    return subSet(fromElement, true, toElement, false);
  }

  @Override
  public NavigableSet<K> headSet(K toElement) {
    return headSet(toElement, false);
  }

  @Override
  public NavigableSet<K> tailSet(K fromElement) {
    return tailSet(fromElement, true);
  }

  @Override
  public int size() {
    return keys.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public boolean contains(Object key) {
    return keys.contains(key);
  }

  @Override
  public boolean remove(Object key) {
    return keys.remove(key);
  }

  @Override
  public void clear() {
    keys.clear();
  }

  @Override
  public void forEach(Consumer<? super K> action) {
    keys.forEach(action);
  }

  @Override
  public Iterator<K> iterator() {
    return keys.iterator();
  }

  @Override
  public Spliterator<K> spliterator() {
    return keys.spliterator();
  }

  @Override
  public Stream<K> stream() {
    return keys.stream();
  }
}
