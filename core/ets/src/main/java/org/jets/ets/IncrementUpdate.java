package org.jets.ets;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The update of {@code update_counter} with one operation, the most frequent call. It uses no
 * lists.
 */
final class IncrementUpdate extends KeyedUpdate {
  private final CounterOp op;
  private @Nullable IntegerTerm result;

  /**
   * Makes the update.
   *
   * @param initial the object for an absent key, which replaces the object's own key; null if that
   *     is an error
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

  /** Returns the new value of the counter. */
  IntegerTerm result() {
    if (result == null) {
      throw new IllegalStateException("result: none (expected: after the update)");
    }
    return result;
  }
}
