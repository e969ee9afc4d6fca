package org.jets.ets;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** {@code update_counter} with one operation, which is what programs call most: without lists. */
final class IncrementUpdate extends KeyedUpdate {
  private final CounterOp op;
  private @Nullable IntegerTerm result;

  /**
   * Makes the update.
   *
   * @param initial the object for a key that is not there, whatever its key; null: an error then
   */
  IncrementUpdate(Term key, int keypos, CounterOp op, @Nullable Tuple initial) {
    super(key, keypos, initial);
    this.op = op;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    Tuple object = object(cell);
    if (object == null) {
      throw NoSuchKeyException.of(key());
    }
    result = op.apply(op.counter(object, keypos()));
    return object.with(op.position(keypos()), result);
  }

  /** What the counter has become. */
  IntegerTerm result() {
    if (result == null) {
      throw new IllegalStateException("result: none (expected: after the update)");
    }
    return result;
  }
}
