package org.jets.ets.store;

import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The map of a {@link MapStore} between two calls of {@link MapStore#clear}, with the number of its
 * objects. The map counts the keys. If a key can have several objects, this counts those beyond the
 * first.
 *
 * @param <M> the kind of map
 */
final class MapGeneration<M extends ConcurrentMap<Term, Object>> {
  private final M map;

  /** The number of objects minus that of keys; null if each key has one object. */
  private final @Nullable LongAdder surplus;

  /** True once the counts may be wrong. Never reset. */
  private volatile boolean isMiscounted;

  /**
   * Makes one without objects.
   *
   * @param isSet whether each key has one object
   */
  MapGeneration(M map, boolean isSet) {
    this.map = map;
    this.surplus = isSet ? null : new LongAdder();
  }

  M map() {
    return map;
  }

  void grow(int objects, int keys) {
    growSurplus((long) objects - keys);
  }

  void growSurplus(long growth) {
    if (surplus != null && growth != 0) {
      surplus.add(growth);
    }
  }

  /**
   * Marks the counts as doubtful, if they can be, after a write that may have taken effect without
   * having been counted. Allocates nothing.
   *
   * @param countsKeys whether the map's number of keys is correct nevertheless
   */
  void failed(boolean countsKeys) {
    if (surplus != null || !countsKeys) {
      isMiscounted = true;
    }
  }

  /** Returns whether the counts may be wrong, so that objects must be counted one by one. */
  boolean isMiscounted() {
    return isMiscounted;
  }

  /**
   * Returns the number of objects by the counts.
   *
   * @param keys the number of keys
   */
  long countedObjects(long keys) {
    return surplus == null ? keys : Math.max(0, keys + surplus.sum());
  }

  /** Returns the number of objects beyond the first of each key, by the counts. */
  long countedSurplus() {
    return surplus == null ? 0 : Math.max(0, surplus.sum());
  }

  /** Counts the objects one by one, and stops once the number exceeds a bound. */
  long countObjects(long most) {
    long count = 0;
    for (Object held : map.values()) {
      count += ObjectList.count(PendingCell.outline(held));
      if (count > most) {
        break;
      }
    }
    return count;
  }
}
