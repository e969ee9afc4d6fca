package org.jets.bench.maps;

import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** A map in key order as a program uses it. */
public class TreeAccess extends MapAccess {
  private final NavigableMap<Long, Object> map;

  TreeAccess(NavigableMap<Long, Object> map) {
    super(map);
    this.map = map;
  }

  /** Returns the key after another, or the first one after the last. */
  public @Nullable Long next(Long key) {
    Long next = map.higherKey(key);
    return next == null ? map.firstKey() : next;
  }

  /** Adds up the keys of a range, in the fastest way that the map has. */
  public long sumOfRange(Long from, Long to) {
    long sum = 0;
    for (Map.Entry<Long, Object> mapping : map.subMap(from, to).entrySet()) {
      sum += mapping.getKey();
    }
    return sum;
  }
}
