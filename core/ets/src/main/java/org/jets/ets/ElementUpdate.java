package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.argument.Positions;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The update of {@code update_element}. All operations are checked on the object before the first
 * is done.
 */
final class ElementUpdate extends KeyedUpdate {
  private final Ops ops;
  private boolean isDone;

  /**
   * Makes the update.
   *
   * @param initial the object for an absent key, which replaces the object's own key; null to leave
   *     the key absent
   */
  ElementUpdate(Term key, int keypos, Ops ops, @Nullable Tuple initial) {
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

  /**
   * The operations of one {@code update_element}, read from Erlang's terms.
   *
   * @param ops the operations up to the first malformed one
   * @param defect the error about the operation after {@code ops}. It counts only if the key is
   *     present, and after errors about {@code ops}.
   */
  record Ops(List<ElementOp> ops, @Nullable BadArgumentException defect) {

    static Ops parse(Term term) {
      List<ElementOp> ops = new ArrayList<>();
      Iterable<Term> elements = term instanceof ListTerm list ? list : List.of(term);
      for (Term element : elements) {
        if (!(element instanceof Tuple pair)
            || pair.arity() != 2
            || !Positions.isPosition(pair.element(1))) {
          return new Ops(ops, invalid(element));
        }
        ops.add(new ElementOp(Positions.clamp((IntegerTerm) pair.element(1)), pair.element(2)));
      }
      boolean isImproper = term instanceof ListTerm list && !list.isProper();
      return new Ops(ops, isImproper ? invalid(term) : null);
    }

    private static BadArgumentException invalid(Term op) {
      return BadArgumentException.of(3, "element specification", op, "{Position, Value}");
    }
  }
}
