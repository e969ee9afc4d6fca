package org.jets.bench.scale;

import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;
import org.jets.bench.maps.MapAccess;
import org.jspecify.annotations.Nullable;

/** A map without order. */
final class KeyedMap extends Keyed implements ProgramOperations {
  /** One for all, so that it does not count as memory of the map. */
  static final Object VALUE = 1;

  private final Supplier<MapAccess> maker;
  private final MapAccess map;

  KeyedMap(Supplier<MapAccess> maker) {
    this.maker = maker;
    this.map = maker.get();
  }

  @Override
  @Nullable Object lookup(int key) {
    return map.get(key);
  }

  @Override
  void insert(int key) {
    map.put(key, VALUE);
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
    return readAll();
  }

  @Override
  public @Nullable Object count(int key) {
    return count(map, key);
  }

  @SuppressWarnings("unchecked") // The map is one of such keys and values.
  static @Nullable Object count(MapAccess map, int key) {
    return ((Map<Long, Object>) map.map()).merge((long) key, VALUE, KeyedMap::sum);
  }

  private static Object sum(Object a, Object b) {
    return (Integer) a + (Integer) b;
  }

  /** Steps by an iterator, which is the place. */
  @Override
  public @Nullable Object step(@Nullable Object place) {
    Iterator<?> keys =
        place == null ? ((Map<?, ?>) map.map()).keySet().iterator() : (Iterator<?>) place;
    if (!keys.hasNext()) {
      return null;
    }
    keys.next();
    return keys;
  }

  @Override
  Keyed another() {
    return new KeyedMap(maker);
  }

  @Override
  Object whole() {
    return map.map();
  }
}
