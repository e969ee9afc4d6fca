package org.jets.testkit;

import java.util.concurrent.ConcurrentMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a ConcurrentMap on one key for Lincheck, with few keys, so that operations
 * meet. A subclass adds its own ones, and the validation.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:4")
@Param(name = "value", gen = IntGen.class, conf = "1:2")
public abstract class LincheckedMap<K> {
  private final ConcurrentMap<K, Integer> map;

  /** Made beforehand, since what the operations do is traced step by step. */
  private final K[] keys;

  /**
   * Operations on a map.
   *
   * @param keys of which the first five are updated at random
   */
  protected LincheckedMap(ConcurrentMap<K, Integer> map, K[] keys) {
    this.map = map;
    this.keys = keys;
  }

  @Operation
  public @Nullable Integer get(@Param(name = "key") int key) {
    return map.get(keys[key]);
  }

  @Operation
  public @Nullable Integer put(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.put(keys[key], value);
  }

  @Operation
  public @Nullable Integer putIfAbsent(
      @Param(name = "key") int key, @Param(name = "value") int value) {
    return map.putIfAbsent(keys[key], value);
  }

  @Operation
  public @Nullable Integer remove(@Param(name = "key") int key) {
    return map.remove(keys[key]);
  }

  @Operation
  public boolean removeMapping(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.remove(keys[key], value);
  }

  @Operation
  public @Nullable Integer replace(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.replace(keys[key], value);
  }

  @Operation
  public boolean replaceMapping(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.replace(keys[key], value, value + 1);
  }

  /** Adds one, and removes at three. */
  @Operation
  public @Nullable Integer compute(@Param(name = "key") int key) {
    return map.compute(
        keys[key], (k, v) -> v == null ? (Integer) 1 : v == 3 ? null : (Integer) (v + 1));
  }

  @Operation
  public @Nullable Integer computeIfAbsent(
      @Param(name = "key") int key, @Param(name = "value") int value) {
    return map.computeIfAbsent(keys[key], k -> value);
  }

  @Operation
  public @Nullable Integer computeIfPresent(@Param(name = "key") int key) {
    return map.computeIfPresent(keys[key], (k, v) -> v == 1 ? null : (Integer) (v - 1));
  }

  @Operation
  public @Nullable Integer merge(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.merge(keys[key], value, Integer::sum);
  }
}
