package org.jets.ets.match;

import java.util.Arrays;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Expressions that build a tuple, a list or a map of values. */
abstract class Construction extends CompiledExpression {
  /** The number of parts up to which building takes no longer than reading. */
  private static final int SMALL = 8;

  private final CompiledExpression[] parts;

  Construction(CompiledExpression[] parts) {
    this.parts = parts;
  }

  /** Builds the term of the values, in an array that only the new term keeps. */
  abstract Term build(Term[] values);

  @Override
  final @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
    Term[] values = new Term[parts.length];
    for (int i = 0; i < parts.length; i++) {
      Term value = parts[i].eval(object, bindings, context);
      if (value == null) {
        return null;
      }
      values[i] = value;
    }
    if (values.length > SMALL) {
      Polling.poll(context);
    }
    return build(values);
  }

  /** <code>{{Expr, ...}}</code>. */
  static final class OfTuple extends Construction {
    OfTuple(CompiledExpression[] elements) {
      super(elements);
    }

    @Override
    Term build(Term[] values) {
      return switch (values.length) {
        case 1 -> Tuple.of(values[0]);
        case 2 -> Tuple.of(values[0], values[1]);
        case 3 -> Tuple.of(values[0], values[1], values[2]);
        default -> Tuple.of(values);
      };
    }
  }

  /** {@code [Expr, ...]}, and {@code '$$'}. */
  static final class OfList extends Construction {
    OfList(CompiledExpression[] elements) {
      super(elements);
    }

    @Override
    Term build(Term[] values) {
      return ListTerm.of(values);
    }
  }

  /** {@code [Expr, ... | Expr]}: the last part is the tail. */
  static final class OfCells extends Construction {
    OfCells(CompiledExpression[] elementsAndTail) {
      super(elementsAndTail);
    }

    @Override
    Term build(Term[] values) {
      int tail = values.length - 1;
      return ListTerm.improper(Arrays.asList(values).subList(0, tail), values[tail]);
    }
  }

  /** <code>#{Expr =&gt; Expr, ...}</code>; of several equal keys the last one counts. */
  static final class OfMap extends Construction {
    OfMap(CompiledExpression[] keysAndValues) {
      super(keysAndValues);
    }

    @Override
    Term build(Term[] values) {
      return MapTerm.of(values);
    }
  }
}
