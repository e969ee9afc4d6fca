package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** Snapshots with operations on one key and on both. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class SnapshotOperations extends SharedTable {
  @Operation
  public int snapshot() {
    LocalTable snapshot = table.snapshot();
    return 10 * values(snapshot.lookup(k(1))) + values(snapshot.lookup(k(2)));
  }

  @Operation
  public int lookup(@Param(name = "key") int key) {
    return values(table.lookup(k(key)));
  }

  @Operation
  public void insert(@Param(name = "key") int key, @Param(name = "value") int value) {
    table.insert(object(key, value));
  }

  @Operation
  public void insertBoth(@Param(name = "key") int first, @Param(name = "value") int value) {
    table.insert(List.of(object(first, value), object(3 - first, value)));
  }

  @Operation
  public boolean updateElement(@Param(name = "key") int key) {
    return table.updateElement(k(key), 2, k(3));
  }

  @Operation
  public int updateCounter(@Param(name = "key") int key) {
    return table.updateCounter(k(key), 1).intValue();
  }

  @Operation
  public void delete(@Param(name = "key") int key) {
    table.delete(k(key));
  }
}
