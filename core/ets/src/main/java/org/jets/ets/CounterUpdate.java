package org.jets.ets;

import java.util.List;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** {@code update_counter}: all operations are checked on the object before the first is done. */
final class CounterUpdate extends CellUpdate {
  private final Term key;
  private final int keypos;
  private final CounterOps ops;
  private final @Nullable Tuple initial;
  private final IntegerTerm[] results;

  /**
   * Makes the update.
   *
   * @param initial the object for a key that is not there, whatever its key; null: an error then
   */
  CounterUpdate(Term key, int keypos, CounterOps ops, @Nullable Tuple initial) {
    this.key = key;
    this.keypos = keypos;
    this.ops = ops;
    this.initial = initial;
    this.results = new IntegerTerm[ops.ops().size()];
  }

  @Override
  @Nullable Object update(@Nullable Object cell) {
    Tuple object;
    if (cell != null) {
      object = (Tuple) cell;
    } else if (initial != null) {
      object = initial.with(keypos, key);
    } else {
      throw NoSuchKeyException.of(key);
    }
    List<CounterOp> operations = ops.ops();
    for (int i = 0; i < results.length; i++) {
      check(operations.get(i), object);
    }
    if (ops.defect() != null) {
      throw ops.defect();
    }
    for (int i = 0; i < results.length; i++) {
      CounterOp op = operations.get(i);
      int position = op.position(keypos);
      results[i] = op.apply((IntegerTerm) object.element(position));
      object = object.with(position, results[i]);
    }
    return object;
  }

  private void check(CounterOp op, Tuple object) {
    int position = op.position(keypos);
    Positions.checkChangeable(op, position, keypos, object);
    Term element = object.element(position);
    if (!(element instanceof IntegerTerm)) {
      throw BadArgumentException.of(
          3, "element " + position + " of the object", element, "an integer");
    }
  }

  /** What the counters have become, in the order of the operations. */
  List<IntegerTerm> results() {
    return List.of(results);
  }
}
