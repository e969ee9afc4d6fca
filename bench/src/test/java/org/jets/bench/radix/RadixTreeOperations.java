package org.jets.bench.radix;

import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jets.testkit.LincheckedMap;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a radix tree for Lincheck, on a few keys of which some begin others. So they split
 * and join prefixes, fill the place of a node's own key, and turn leaves into nodes.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:6")
public class RadixTreeOperations extends LincheckedMap<String> {
  private static final String[] KEYS = {"", "a", "abcd", "abce", "abcefghijklmnop", "abx", "b"};

  private final RadixTreeMap<String, Integer> map;

  /** For Lincheck. */
  public RadixTreeOperations() {
    this(new RadixTreeMap<>(ByteKeys.strings()));
  }

  private RadixTreeOperations(RadixTreeMap<String, Integer> map) {
    super(map, KEYS);
    this.map = map;
    map.put(KEYS[2], 1);
    map.put(KEYS[3], 1);
    map.put(KEYS[5], 1);
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
  public @Nullable String first() {
    return text(map.firstEntry());
  }

  @Operation
  public @Nullable String last() {
    return text(map.lastEntry());
  }

  @Operation
  public void clear() {
    map.clear();
  }

  private static @Nullable String text(Map.@Nullable Entry<String, Integer> entry) {
    return entry == null ? null : entry.toString();
  }

  /** Checks that all is as it should be at rest. */
  @Validate
  public void validate() {
    map.validate();
  }
}
