package org.jets.collections.jcstress;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A value that only a proper publication shows as it was made: its field is neither final nor
 * volatile.
 */
final class Box {
  private int number;

  Box(int number) {
    this.number = number;
  }

  /** Returns what a reader finds: -1 for no value, 0 for an object seen before its content. */
  static int get(ConcurrentMap<Long, Box> map, long key) {
    return number(map.get(key));
  }

  static int number(@Nullable Box box) {
    return box == null ? -1 : box.number;
  }
}
