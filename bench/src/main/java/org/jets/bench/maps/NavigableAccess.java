package org.jets.bench.maps;

import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** A map in key order with the methods of the JDK. */
class NavigableAccess extends TreeAccess {
  private final NavigableMap<Long, Object> map;

  NavigableAccess(NavigableMap<Long, Object> map) {
    super(map);
    this.map = map;
  }

  @Override
  public @Nullable Long next(Long key) {
    Long next = map.higherKey(key);
    return next == null ? map.firstKey() : next;
  }

  @Override
  public long sumOfRange(Long from, Long to) {
    long sum = 0;
    for (Map.Entry<Long, Object> mapping : map.subMap(from, to).entrySet()) {
      sum += mapping.getKey();
    }
    return sum;
  }
}
