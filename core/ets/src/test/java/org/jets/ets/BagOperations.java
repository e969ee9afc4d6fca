package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.TermParser;

/** The additional operations of bags and duplicate_bags: objects of one key inserted together. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class BagOperations extends TableOperations {
  @Operation
  public void insertSeveral(@Param(name = "key") int key, @Param(name = "value") int value) {
    table.insert(List.of(object(key, value), object(key, value + 1), object(key, value)));
  }

  @Operation
  public boolean compareInsert(@Param(name = "key") int key, @Param(name = "value") int expected) {
    return table.compareInsert(List.of(object(key, expected)), object(key, 4 - expected));
  }

  /** Takes the first object of a key that is not below a value. */
  @Operation
  public String selectTake(@Param(name = "key") int key, @Param(name = "value") int least) {
    return table.selectTake(spec(key, least), 1).toString();
  }

  private static MatchSpec spec(int key, int least) {
    return MatchSpec.compile(
        TermParser.parse("[{{" + key + ",'$1','_'},[{'>=','$1'," + least + "}],['$_']}]"));
  }
}
