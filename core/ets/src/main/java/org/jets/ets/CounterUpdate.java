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
    Tuple object = object(cell, initial, key, keypos);
    List<CounterOp> operations = ops.ops();
    for (int i = 0; i < results.length; i++) {
      counter(operations.get(i), object, keypos);
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

  /** The object that is updated: the one that is there, or else the default with the key. */
  static Tuple object(@Nullable Object cell, @Nullable Tuple initial, Term key, int keypos) {
    if (cell != null) {
      return (Tuple) cell;
    }
    if (initial == null) {
      throw NoSuchKeyException.of(key);
    }
    return initial.with(keypos, key);
  }

  /** The integer that an operation changes, if it may. */
  static IntegerTerm counter(CounterOp op, Tuple object, int keypos) {
    int position = op.position(keypos);
    Positions.checkChangeable(op, position, keypos, object);
    Term element = object.element(position);
    if (!(element instanceof IntegerTerm number)) {
      throw BadArgumentException.of(
          3, "element " + position + " of the object", element, "an integer");
    }
    return number;
  }

  /** What the counters have become, in the order of the operations. */
  List<IntegerTerm> results() {
    return List.of(results);
  }
}
