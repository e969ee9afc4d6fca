package org.jets.bench.scale;

import org.jets.bench.maps.MeasuredTree;
import org.jets.bench.maps.TreeAccess;
import org.jspecify.annotations.Nullable;

/** A map in key order. */
final class KeyedTree extends Keyed implements OrderedOperations, ProgramOperations {
  private static final Long BELOW_ALL = -1L;

  private final MeasuredTree kind;
  private final TreeAccess map;

  KeyedTree(MeasuredTree kind) {
    this.kind = kind;
    this.map = kind.newMap();
  }

  @Override
  @Nullable Object lookup(int key) {
    return map.get(key);
  }

  @Override
  void insert(int key) {
    map.put(key, KeyedMap.VALUE);
  }

  @Override
  void delete(int key) {
    map.remove(key);
  }

  @Override
  long readAll() {
    return map.sumOfKeys();
  }

  @Override
  Object readAtOnce() {
    return readRange(0, Integer.MAX_VALUE);
  }

  @Override
  public long readRange(int from, int to) {
    return map.sumOfRange((long) from, (long) to);
  }

  /** Goes on at the first key after the last one. */
  @Override
  public long steps(int from, int steps) {
    Long key = (long) from;
    for (int i = 0; i < steps && key != null; i++) {
      key = map.next(key);
    }
    return key == null ? 0 : key;
  }

  @Override
  public @Nullable Object count(int key) {
    return KeyedMap.count(map, key);
  }

  /** Goes on at the first key after the last one. */
  @Override
  public @Nullable Object step(@Nullable Object place) {
    return map.next(place == null ? BELOW_ALL : (Long) place);
  }

  @Override
  Keyed another() {
    return new KeyedTree(kind);
  }

  @Override
  Object whole() {
    return map.map();
  }
}
