package org.jets.ets.match;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * The comparison operators, which never fail by themselves. Most searches compare an element of the
 * object with a constant; such a guard is a single call.
 */
final class ComparisonOperators {
  /**
   * The outcomes of a comparison that count as true: bits 0, 1 and 2 for less, equal and greater.
   */
  static final int LESS = 1;

  static final int EQUAL = 2;
  static final int GREATER = 4;

  private ComparisonOperators() {}

  /** Returns the comparison by the standard order that is true where one of these bits is set. */
  static CompiledExpression ordered(
      CompiledExpression left, CompiledExpression right, int accepted) {
    if (left instanceof CompiledExpression.Constant && right instanceof BindingAccess.Element) {
      return of(right, left, new Operator(false, mirrored(accepted)));
    }
    return of(left, right, new Operator(false, accepted));
  }

  private static int mirrored(int accepted) {
    return (accepted & EQUAL)
        | ((accepted & LESS) != 0 ? GREATER : 0)
        | ((accepted & GREATER) != 0 ? LESS : 0);
  }

  /** Returns {@code =:=}, or {@code =/=} if the outcome is inverted. */
  static CompiledExpression exact(
      CompiledExpression left, CompiledExpression right, boolean inverted) {
    Operator operator = new Operator(true, inverted ? LESS | GREATER : EQUAL);
    return left instanceof CompiledExpression.Constant
        ? of(right, left, operator)
        : of(left, right, operator);
  }

  private static CompiledExpression of(
      CompiledExpression left, CompiledExpression right, Operator operator) {
    if (!(left instanceof BindingAccess.Element element)
        || !(right instanceof CompiledExpression.Constant constant)) {
      return new OfTwo(left, right, operator);
    }
    OfElement general = new OfElement(element, constant.value, operator);
    return constant.value instanceof IntegerTerm number && number.fitsLong()
        ? new OfElementAndLong(element.position(), number.longValue(), general)
        : general;
  }

  /**
   * The test of two terms.
   *
   * @param isExact true to compare by {@code =:=}, where unequal terms count as greater; false for
   *     the standard order
   * @param accepted the outcomes that count as true
   */
  private record Operator(boolean isExact, int accepted) {
    /**
     * Returns whether the comparison is true.
     *
     * @param isAsking whether to check for cancellation during the comparison
     */
    int truth(Term left, Term right, boolean isAsking, MatchContext context) {
      return truth(
          isAsking
              ? orderAsking(left, right, !context.isLocked())
              : isExact ? (right.equals(left) ? 0 : 1) : TermOrder.STANDARD.compare(left, right));
    }

    /** Returns whether this outcome of a comparison is accepted. */
    int truth(int order) {
      return accepted >> (Integer.signum(order) + 1) & 1;
    }

    /** Compares two terms, and polls the thread meanwhile. The exact order agrees with equality. */
    private int orderAsking(Term left, Term right, boolean mayWait) {
      TermOrder terms = isExact ? TermOrder.EXACT : TermOrder.STANDARD;
      int order = mayWait ? terms.comparePausing(left, right) : terms.comparePausably(left, right);
      return isExact && order != 0 ? 1 : order;
    }
  }

  private static final class OfTwo extends CompiledExpression.OfBoolean {
    private final CompiledExpression left;
    private final CompiledExpression right;
    private final Operator operator;

    OfTwo(CompiledExpression left, CompiledExpression right, Operator operator) {
      this.left = left;
      this.right = right;
      this.operator = operator;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term a = left.eval(object, bindings, context);
      Term b = right.eval(object, bindings, context);
      if (a == null || b == null) {
        return FAILED;
      }
      return operator.truth(a, b, Polling.before(a, b, context), context);
    }
  }

  private static final class OfElement extends CompiledExpression.OfBoolean {
    private final BindingAccess.Element element;
    private final Term constant;
    private final Operator operator;
    private final boolean isLarge;

    OfElement(BindingAccess.Element element, Term constant, Operator operator) {
      this.element = element;
      this.constant = constant;
      this.operator = operator;
      this.isLarge = Polling.isLarge(constant);
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term value = element.eval(object, bindings, context);
      return operator.truth(
          value, constant, isLarge && Polling.before(value, constant, context), context);
    }
  }

  /**
   * The comparison of an element with an integer. For an integer in a field of a {@linkplain
   * Tuple#packed packed} tuple it makes no object.
   */
  private static final class OfElementAndLong extends CompiledExpression.OfBoolean {
    private final int position;
    private final long constant;
    private final OfElement general;

    OfElementAndLong(int position, long constant, OfElement general) {
      this.position = position;
      this.constant = constant;
      this.general = general;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Tuple tuple = (Tuple) object;
      return tuple.isHeld(position)
          ? general.truth(object, bindings, context)
          : general.operator.truth(Long.compare(tuple.getLong(position), constant));
    }
  }
}
