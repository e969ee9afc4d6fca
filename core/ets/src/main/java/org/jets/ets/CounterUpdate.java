package org.jets.ets;

import java.util.List;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** {@code update_counter}: all operations are checked on the object before the first is done. */
final class CounterUpdate extends KeyedUpdate {
  private final CounterOps ops;
  private final IntegerTerm[] results;

  /**
   * Makes the update.
   *
   * @param initial the object for a key that is not there, whatever its key; null: an error then
   */
  CounterUpdate(Term key, int keypos, CounterOps ops, @Nullable Tuple initial) {
    super(key, keypos, initial);
    this.ops = ops;
    this.results = new IntegerTerm[ops.ops().size()];
  }

  @Override
  @Nullable Object update(@Nullable Object cell) {
    Tuple object = object(cell);
    if (object == null) {
      throw NoSuchKeyException.of(key());
    }
    List<CounterOp> operations = ops.ops();
    for (CounterOp op : operations) {
      op.counter(object, keypos());
    }
    if (ops.defect() != null) {
      throw ops.defect();
    }
    Term[] elements = object.toArray();
    for (int i = 0; i < results.length; i++) {
      CounterOp op = operations.get(i);
      int index = op.position(keypos()) - 1;
      results[i] = op.apply((IntegerTerm) elements[index]);
      elements[index] = results[i];
    }
    return Tuple.of(elements);
  }

  /** What the counters have become, in the order of the operations. */
  List<IntegerTerm> results() {
    return List.of(results);
  }
}
