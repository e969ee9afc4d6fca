package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** The additional operations of bags and duplicate_bags: objects of one key inserted together. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class BagOperations extends TableOperations {
  @Operation
  public void insertSeveral(@Param(name = "key") int key, @Param(name = "value") int value) {
    table.insert(List.of(object(key, value), object(key, value + 1), object(key, value)));
  }
}
