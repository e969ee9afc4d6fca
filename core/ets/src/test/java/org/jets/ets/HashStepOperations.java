package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * Steps from key to key in tables without an order, with all operations that insert or remove keys.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:3")
public class HashStepOperations extends SharedTable {
  /** The result of a step from an absent key. */
  static final int NO_SUCH_KEY = -1;

  @Operation
  public int first() {
    return number(table.first());
  }

  @Operation
  public int next(@Param(name = "key") int key) {
    try {
      return number(table.next(k(key)));
    } catch (NoSuchKeyException e) {
      return NO_SUCH_KEY;
    }
  }

  @Operation
  public void insert(@Param(name = "key") int key) {
    table.insert(object(key, 0));
  }

  /** Inserts all keys except one. */
  @Operation
  public void insertOthers(@Param(name = "key") int key) {
    table.insert(List.of(object(key % 3 + 1, 0), object((key + 1) % 3 + 1, 0)));
  }

  @Operation
  public void delete(@Param(name = "key") int key) {
    table.delete(k(key));
  }

  @Operation
  public void deleteAllObjects() {
    table.deleteAllObjects();
  }

  @Operation
  public boolean member(@Param(name = "key") int key) {
    return table.member(k(key));
  }
}
