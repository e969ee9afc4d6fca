package org.jets.collections;

import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jets.collections.internal.lfca.TreeLimits;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a {@link LockFreeAdaptingTreeMap} on several keys, among updates, for Lincheck.
 * Leaves of two mappings: nearly each update splits or joins, and a range has several.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:5")
@Param(name = "value", gen = IntGen.class, conf = "1:2")
public class LockFreeTreeOperations {
  private static final Long[] KEYS = {0L, 1L, 2L, 3L, 4L, 5L, 6L};

  private final LockFreeAdaptingTreeMap<Long, Integer> map = newMap();

  private static LockFreeAdaptingTreeMap<Long, Integer> newMap() {
    return new LockFreeAdaptingTreeMap<>(PrefixOrder.natural(), new TreeLimits(2, 3, 2, 1, 1));
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
  public @Nullable Integer get(@Param(name = "key") int key) {
    return map.get(KEYS[key]);
  }

  @Operation
  public @Nullable Integer merge(@Param(name = "key") int key) {
    return map.merge(KEYS[key], 1, Integer::sum);
  }

  @Operation
  public @Nullable Long higher(@Param(name = "key") int key) {
    return map.higherKey(KEYS[key]);
  }

  @Operation
  public @Nullable Long lower(@Param(name = "key") int key) {
    return map.lowerKey(KEYS[key]);
  }

  /** The last mapping, as a number. */
  @Operation
  public long last() {
    Map.Entry<Long, Integer> last = map.lastEntry();
    return last == null ? -1 : 10 * last.getKey() + last.getValue();
  }

  /** The mappings of all keys but the last, as the digits of a number. */
  @Operation
  public long range() {
    long[] digits = {0};
    map.forEachInRange(
        KEYS[0],
        true,
        KEYS[4],
        true,
        (key, value) -> digits[0] = digits[0] * 100 + key * 10 + value);
    return digits[0];
  }

  /** The same of all keys by way of a snapshot. */
  @Operation
  public long snapshot() {
    long digits = 0;
    for (Map.Entry<Long, Integer> entry : map.snapshot().entrySet()) {
      digits = digits * 100 + entry.getKey() * 10 + entry.getValue();
    }
    return digits;
  }

  @Operation
  public int size() {
    return map.size();
  }

  @Operation
  public void clear() {
    map.clear();
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
