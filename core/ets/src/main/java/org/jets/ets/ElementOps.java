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
 * The operations of one {@code update_element}, read from Erlang's terms.
 *
 * @param ops the operations up to the first malformed one
 * @param defect the error about the operation after {@code ops}. It counts only if the key is
 *     present, and after errors about {@code ops}.
 */
record ElementOps(List<ElementOp> ops, @Nullable BadArgumentException defect) {

  static ElementOps parse(Term term) {
    List<ElementOp> ops = new ArrayList<>();
    Iterable<Term> elements = term instanceof ListTerm list ? list : List.of(term);
    for (Term element : elements) {
      if (!(element instanceof Tuple pair)
          || pair.arity() != 2
          || !Positions.isPosition(pair.element(1))) {
        return new ElementOps(ops, invalid(element));
      }
      ops.add(new ElementOp(Positions.clamp((IntegerTerm) pair.element(1)), pair.element(2)));
    }
    boolean isImproper = term instanceof ListTerm list && !list.isProper();
    return new ElementOps(ops, isImproper ? invalid(term) : null);
  }

  private static BadArgumentException invalid(Term op) {
    return BadArgumentException.of(3, "element specification", op, "{Position, Value}");
  }
}
