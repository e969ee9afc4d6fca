package org.jets.ets;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** {@code update_counter} with one operation, which is what programs call most: without lists. */
final class IncrementUpdate extends CellUpdate {
  private final Term key;
  private final int keypos;
  private final CounterOp op;
  private final @Nullable Tuple initial;
  private @Nullable IntegerTerm result;

  /**
   * Makes the update.
   *
   * @param initial the object for a key that is not there, whatever its key; null: an error then
   */
  IncrementUpdate(Term key, int keypos, CounterOp op, @Nullable Tuple initial) {
    this.key = key;
    this.keypos = keypos;
    this.op = op;
    this.initial = initial;
  }

  @Override
  @Nullable Object update(@Nullable Object cell) {
    Tuple object = CounterUpdate.object(cell, initial, key, keypos);
    result = op.apply(CounterUpdate.counter(op, object, keypos));
    return object.with(op.position(keypos), result);
  }

  /** What the counter has become. */
  IntegerTerm result() {
    if (result == null) {
      throw new IllegalStateException("result: none (expected: after the update)");
    }
    return result;
  }
}
