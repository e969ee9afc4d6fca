package org.jets.ets;

import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The update of {@code update_element}. All operations are checked on the object before the first
 * is done.
 */
final class ElementUpdate extends KeyedUpdate {
  private final ElementOps ops;
  private boolean isDone;

  /**
   * Makes the update.
   *
   * @param initial the object for an absent key, which replaces the object's own key; null to leave
   *     the key absent
   */
  ElementUpdate(Term key, int keypos, ElementOps ops, @Nullable Tuple initial) {
    super(key, keypos, initial);
    this.ops = ops;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    Tuple object = object(cell);
    isDone = object != null;
    if (object == null) {
      return null;
    }
    for (ElementOp op : ops.ops()) {
      checkChangeable(op, op.position(), keypos(), object);
    }
    if (ops.defect() != null) {
      throw ops.defect();
    }
    if (ops.ops().size() == 1) {
      ElementOp op = ops.ops().get(0);
      return written(object.with(op.position(), op.value()).packed());
    }
    Term[] elements = object.toArray();
    for (ElementOp op : ops.ops()) {
      elements[op.position() - 1] = op.value();
    }
    return written(Tuple.of(elements).packed());
  }

  /** Returns whether there was an object to change. */
  boolean isDone() {
    return isDone;
  }
}
