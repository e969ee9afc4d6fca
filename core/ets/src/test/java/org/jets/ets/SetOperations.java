package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/** The additional operations of sets and ordered_sets: updates of one object. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class SetOperations extends TableOperations {
  @Operation
  public int updateCounter(@Param(name = "key") int key, @Param(name = "value") int increment) {
    return table.updateCounter(k(key), increment).intValue();
  }

  @Operation
  public int updateCounterOrInsert(
      @Param(name = "key") int key, @Param(name = "value") int increment) {
    List<CounterOp> ops = List.of(CounterOp.add(2, increment, 5, 0), CounterOp.add(3, 1));
    List<IntegerTerm> results = table.updateCounter(k(key), ops, object(0, 0));
    return 10 * results.get(0).intValue() + results.get(1).intValue();
  }

  @Operation
  public boolean updateElement(@Param(name = "key") int key, @Param(name = "value") int value) {
    return table.updateElement(k(key), 2, k(value));
  }

  @Operation
  public void updateElementOrInsert(
      @Param(name = "key") int key, @Param(name = "value") int value) {
    table.updateElement(k(key), List.of(new ElementOp(2, k(value))), object(0, 0));
  }

  @Operation
  public boolean replaceIf(@Param(name = "key") int key, @Param(name = "value") int expected) {
    return table.replaceIf(k(key), object(key, expected), object(key, 4 - expected));
  }

  @Operation
  public String merge(@Param(name = "key") int key, @Param(name = "value") int added) {
    return table.merge(object(key, added), SetOperations::sum).toString();
  }

  private static Tuple sum(Tuple present, Tuple added) {
    int sum = number(present) + number(added);
    return present.with(2, k(sum));
  }

  private static int number(Tuple object) {
    return ((IntegerTerm) object.element(2)).intValue();
  }
}
