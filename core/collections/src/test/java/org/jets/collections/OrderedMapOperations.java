package org.jets.collections;

import java.util.Map;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/** Operations of an ordered map for Lincheck: neighbours, ends, ranges and sizes. */
@Param(name = "key", gen = IntGen.class, conf = "0:5")
@Param(name = "value", gen = IntGen.class, conf = "1:2")
public class OrderedMapOperations {
  private static final Long[] KEYS = {0L, 1L, 2L, 3L, 4L, 5L};

  /** Makes what the operations work on; Lincheck makes their instances. */
  private static volatile Supplier<AbstractConcurrentNavigableMap<Long, Integer>> maker;

  private final AbstractConcurrentNavigableMap<Long, Integer> map = newMap();

  private static AbstractConcurrentNavigableMap<Long, Integer> newMap() {
    AbstractConcurrentNavigableMap<Long, Integer> map = maker.get();
    map.put(KEYS[1], 1);
    map.put(KEYS[3], 1);
    map.put(KEYS[4], 1);
    return map;
  }

  /** Sets what instances made from now on work on. */
  static void workOn(Supplier<AbstractConcurrentNavigableMap<Long, Integer>> chosen) {
    maker = chosen;
  }

  @Operation
  public @Nullable Integer put(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.put(KEYS[key], value);
  }

  @Operation
  public @Nullable Integer remove(@Param(name = "key") int key) {
    return map.remove(KEYS[key]);
  }

  @Operation
  public @Nullable String higher(@Param(name = "key") int key) {
    return text(map.higherEntry(KEYS[key]));
  }

  @Operation
  public @Nullable String floor(@Param(name = "key") int key) {
    return text(map.floorEntry(KEYS[key]));
  }

  @Operation
  public @Nullable String lowerInView(@Param(name = "key") int key) {
    return text(map.tailMap(KEYS[1]).lowerEntry(KEYS[key]));
  }

  @Operation
  public @Nullable String last() {
    return text(map.lastEntry());
  }

  @Operation
  public @Nullable String pollFirst() {
    return text(map.pollFirstEntry());
  }

  @Operation
  public @Nullable String pollLastOfView() {
    return text(map.headMap(KEYS[4]).pollLastEntry());
  }

  /** The keys of a range, and their values, as the digits of a number. */
  @Operation
  public long range(@Param(name = "key") int from) {
    long[] digits = new long[1];
    map.forEachInRange(
        KEYS[from],
        true,
        KEYS[5],
        true,
        (key, value) -> digits[0] = 100 * digits[0] + 10 * key + value);
    return digits[0];
  }

  private static @Nullable String text(Map.@Nullable Entry<Long, Integer> entry) {
    return entry == null ? null : entry.toString();
  }

  // In written scenarios only, of maps that promise it.

  /** Returns the number of mappings. */
  public int size() {
    return map.size();
  }

  /** Adds one to each value of a range, and returns the sum of what there was. */
  public int addToRange(int from, int to) {
    int[] sum = new int[1];
    map.subMap(KEYS[from], true, KEYS[to], true)
        .replaceAll(
            (key, value) -> {
              sum[0] += value;
              return value + 1;
            });
    return sum[0];
  }

  public void clearRange(int from, int to) {
    map.subMap(KEYS[from], KEYS[to]).clear();
  }

  public void putTwo(int key, int other, int value) {
    map.putAll(Map.of(KEYS[key], value, KEYS[other], value));
  }

  /** Returns true if all is as it should be at rest. */
  @Validate
  public void validate() {
    checkAtRest();
  }

  private void checkAtRest() {
    map.validate();
  }
}
