package org.jets.ets;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Steps from key to key in order, with all operations that insert or remove keys. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class OrderedStepOperations extends TableOperations {
  @Operation
  public int first() {
    return number(table.first());
  }

  @Operation
  public int last() {
    return number(table.last());
  }

  @Operation
  public int next(@Param(name = "key") int key) {
    return number(table.next(k(key - 1)));
  }

  @Operation
  public int prev(@Param(name = "key") int key) {
    return number(table.prev(k(key + 1)));
  }

  @Operation
  public int firstLookup() {
    return objects(table.firstLookup());
  }

  @Operation
  public int lastLookup() {
    return objects(table.lastLookup());
  }

  @Operation
  public int nextLookup(@Param(name = "key") int key) {
    return objects(table.nextLookup(k(key - 1)));
  }

  @Operation
  public int prevLookup(@Param(name = "key") int key) {
    return objects(table.prevLookup(k(key + 1)));
  }

  /** Returns the key, and the value that its object had at that moment. */
  private static int objects(Optional<Map.Entry<Term, List<Tuple>>> step) {
    return step.map(e -> 10 * number(Optional.of(e.getKey())) + values(e.getValue())).orElse(0);
  }
}
