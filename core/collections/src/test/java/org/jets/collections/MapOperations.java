package org.jets.collections;

import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jets.collections.internal.linear.LinearHashTable;
import org.jets.testkit.LincheckedMap;

/**
 * A map for Lincheck, with few keys, so that operations meet. The table is as small as it can be,
 * so that it grows and shrinks among them. Two more keys are there throughout, for walks to come
 * to.
 */
public class MapOperations extends LincheckedMap<Long> {
  /** Makes what the operations work on; Lincheck makes their instances. */
  private static volatile Supplier<AbstractConcurrentMap<Long, Integer>> maker;

  private static final Long[] KEYS = {0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L};

  private static final Long[] STAYING = {100L, 101L};

  /** The number of further keys that nearly fill a linear hash table, which begins with room. */
  private static final int FILLING = LinearHashTable.LOAD * LinearHashTable.MIN_BUCKETS - 6;

  private final AbstractConcurrentMap<Long, Integer> map;

  /** For Lincheck. */
  public MapOperations() {
    this(newMap());
  }

  private MapOperations(AbstractConcurrentMap<Long, Integer> map) {
    super(map, KEYS);
    this.map = map;
  }

  private static AbstractConcurrentMap<Long, Integer> newMap() {
    AbstractConcurrentMap<Long, Integer> map = maker.get();
    for (Long key : STAYING) {
      map.put(key, 1);
    }
    if (map instanceof StripedHashMap) {
      for (long key = 200; key < 200 + FILLING; key++) {
        map.put(key, 1);
      }
    }
    return map;
  }

  /** Sets what instances made from now on work on. */
  static void workOn(Supplier<AbstractConcurrentMap<Long, Integer>> chosen) {
    maker = chosen;
  }

  /** In written scenarios only, of maps without walks beside it. */
  public void clear() {
    map.clear();
  }

  /** Counts how often iteration comes to the two keys that stay: 11 for once each. */
  @Operation
  public int walk() {
    int seen = 0;
    for (Long key : map.keySet()) {
      seen += key.equals(STAYING[0]) ? 1 : key.equals(STAYING[1]) ? 10 : 0;
    }
    return seen;
  }

  /** In written scenarios only, of maps that promise it. */
  public int size() {
    return map.size();
  }

  /** Returns true if all is as it should be at rest. */
  @Validate
  public void validate() {
    checkAtRest();
  }

  private void checkAtRest() {
    map.validate();
    int found = 0;
    for (Long key : map.keySet()) {
      found += map.containsKey(key) ? 1 : 0;
    }
    if (map.mappingCount() != found) {
      throw new IllegalStateException(
          "mappingCount: " + map.mappingCount() + " (expected: " + found + ", as there are keys)");
    }
  }
}
