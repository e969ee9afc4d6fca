package org.jets.bench.maps;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map as a program with keys of type {@code long} uses it. A run loads the class of one map only,
 * so that the compiler binds its calls.
 */
public class MapAccess {
  private final Map<Long, Object> map;

  MapAccess(Map<Long, Object> map) {
    this.map = map;
  }

  public @Nullable Object get(long key) {
    return map.get(key);
  }

  public @Nullable Object put(long key, Object value) {
    return map.put(key, value);
  }

  public @Nullable Object remove(long key) {
    return map.remove(key);
  }

  boolean holdsLongs() {
    return false;
  }

  /** Walks through the whole map and adds up its keys. */
  public long sumOfKeys() {
    long[] sum = new long[1];
    map.forEach((key, value) -> sum[0] += key);
    return sum[0];
  }

  /** Returns the map itself, to weigh it. */
  public final Object map() {
    return map;
  }
}
