package org.jets.bench.maps;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map in key order as a program uses it. */
public abstract class TreeAccess extends MapAccess {
  TreeAccess(Map<Long, Object> map) {
    super(map);
  }

  /** Returns the key after another, or the first one after the last. */
  public abstract @Nullable Long next(Long key);

  /** Adds up the keys of a range, in the fastest way that the map has. */
  public abstract long sumOfRange(Long from, Long to);
}
