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
 * The operations of one {@code update_counter}, read from Erlang's terms.
 *
 * @param ops the operations up to the first malformed one
 * @param isList whether the result is a list
 * @param defect the error about the operation after {@code ops}. It counts only if the key is
 *     present, and after errors about {@code ops}.
 */
record CounterOps(List<CounterOp> ops, boolean isList, @Nullable BadArgumentException defect) {

  /** Returns the operation if it is the only one; null if there are more or fewer, or a defect. */
  @Nullable CounterOp single() {
    return ops.size() == 1 && defect == null ? ops.get(0) : null;
  }

  static CounterOps parse(Term term) {
    if (term instanceof IntegerTerm increment) {
      return new CounterOps(List.of(CounterOp.add(increment)), false, null);
    }
    if (!(term instanceof ListTerm list)) {
      CounterOp op = parseTuple(term);
      return op == null
          ? new CounterOps(List.of(), false, invalid(term))
          : new CounterOps(List.of(op), false, null);
    }
    List<CounterOp> ops = new ArrayList<>(list.size());
    for (Term element : list) {
      CounterOp op = parseTuple(element);
      if (op == null) {
        return new CounterOps(ops, true, invalid(element));
      }
      ops.add(op);
    }
    return new CounterOps(ops, true, list.isProper() ? null : invalid(term));
  }

  private static BadArgumentException invalid(Term op) {
    return BadArgumentException.of(3, "operation", op, "a valid update operation");
  }

  private static @Nullable CounterOp parseTuple(Term term) {
    if (!(term instanceof Tuple tuple) || (tuple.arity() != 2 && tuple.arity() != 4)) {
      return null;
    }
    for (Term element : tuple.toList()) {
      if (!(element instanceof IntegerTerm)) {
        return null;
      }
    }
    if (!Positions.isPosition(tuple.element(1))) {
      return null;
    }
    int position = Positions.clamp((IntegerTerm) tuple.element(1));
    IntegerTerm increment = (IntegerTerm) tuple.element(2);
    return tuple.arity() == 2
        ? CounterOp.add(position, increment)
        : CounterOp.add(
            position, increment, (IntegerTerm) tuple.element(3), (IntegerTerm) tuple.element(4));
  }
}
