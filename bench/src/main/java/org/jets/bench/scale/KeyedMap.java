package org.jets.bench.scale;

import java.util.function.Supplier;
import org.jets.bench.maps.MapAccess;
import org.jspecify.annotations.Nullable;

/** A map without order. */
final class KeyedMap extends Keyed {
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
  Keyed another() {
    return new KeyedMap(maker);
  }

  @Override
  Object whole() {
    return map.map();
  }
}
