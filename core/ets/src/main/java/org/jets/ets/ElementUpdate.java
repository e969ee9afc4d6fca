package org.jets.ets;

import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** {@code update_element}: all operations are checked on the object before the first is done. */
final class ElementUpdate extends CellUpdate {
  private final Term key;
  private final int keypos;
  private final ElementOps ops;
  private final @Nullable Tuple initial;
  private boolean isDone;

  /**
   * Makes the update.
   *
   * @param initial the object for a key that is not there, whatever its key; null: nothing is done
   *     then
   */
  ElementUpdate(Term key, int keypos, ElementOps ops, @Nullable Tuple initial) {
    this.key = key;
    this.keypos = keypos;
    this.ops = ops;
    this.initial = initial;
  }

  @Override
  @Nullable Object update(@Nullable Object cell) {
    isDone = cell != null || initial != null;
    if (!isDone) {
      return null;
    }
    Tuple object = CounterUpdate.object(cell, initial, key, keypos);
    for (ElementOp op : ops.ops()) {
      Positions.checkChangeable(op, op.position(), keypos, object);
    }
    if (ops.defect() != null) {
      throw ops.defect();
    }
    for (ElementOp op : ops.ops()) {
      object = object.with(op.position(), op.value());
    }
    return object;
  }

  /** Whether there was an object to change. */
  boolean isDone() {
    return isDone;
  }
}
