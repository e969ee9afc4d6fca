package org.jets.ets.match;

import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/**
 * The comparison operators, which never fail by themselves. Comparing an element of the object with
 * a constant, the guard that most searches have, is one call without others below it.
 */
final class Comparison {
  /** Which outcomes of a comparison count as true: bits 0, 1 and 2 for less, equal and greater. */
  static final int LESS = 1;

  static final int EQUAL = 2;
  static final int GREATER = 4;

  private Comparison() {}

  /** Returns the comparison by the standard order that is true where one of these bits is set. */
  static Expression ordered(Expression left, Expression right, int accepted) {
    if (left instanceof Access.Element element && right instanceof Expression.Constant constant) {
      return new ElementOrder(element, constant.value, accepted);
    }
    if (left instanceof Expression.Constant constant && right instanceof Access.Element element) {
      return new ElementOrder(element, constant.value, mirrored(accepted));
    }
    return new Order(left, right, accepted);
  }

  private static int mirrored(int accepted) {
    return (accepted & EQUAL)
        | ((accepted & LESS) != 0 ? GREATER : 0)
        | ((accepted & GREATER) != 0 ? LESS : 0);
  }

  /** Returns {@code =:=}, or {@code =/=} where the outcome is inverted. */
  static Expression exact(Expression left, Expression right, boolean inverted) {
    int equal = inverted ? Expression.FALSE : Expression.TRUE;
    if (left instanceof Access.Element element && right instanceof Expression.Constant constant) {
      return new ElementEquality(element, constant.value, equal);
    }
    if (left instanceof Expression.Constant constant && right instanceof Access.Element element) {
      return new ElementEquality(element, constant.value, equal);
    }
    return new Equality(left, right, equal);
  }

  private static int outcome(int accepted, int comparison) {
    return accepted >> (Integer.signum(comparison) + 1) & 1;
  }

  private static final class Order extends Expression.OfBoolean {
    private final Expression left;
    private final Expression right;
    private final int accepted;

    Order(Expression left, Expression right, int accepted) {
      this.left = left;
      this.right = right;
      this.accepted = accepted;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term a = left.eval(object, bindings, context);
      Term b = right.eval(object, bindings, context);
      return a == null || b == null ? FAILED : outcome(accepted, TermOrder.STANDARD.compare(a, b));
    }
  }

  private static final class ElementOrder extends Expression.OfBoolean {
    private final Access.Element element;
    private final Term constant;
    private final int accepted;

    ElementOrder(Access.Element element, Term constant, int accepted) {
      this.element = element;
      this.constant = constant;
      this.accepted = accepted;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      return outcome(
          accepted, TermOrder.STANDARD.compare(element.eval(object, bindings, context), constant));
    }
  }

  private static final class Equality extends Expression.OfBoolean {
    private final Expression left;
    private final Expression right;
    private final int equal;

    Equality(Expression left, Expression right, int equal) {
      this.left = left;
      this.right = right;
      this.equal = equal;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term a = left.eval(object, bindings, context);
      Term b = right.eval(object, bindings, context);
      return a == null || b == null ? FAILED : a.equals(b) ? equal : TRUE - equal;
    }
  }

  private static final class ElementEquality extends Expression.OfBoolean {
    private final Access.Element element;
    private final Term constant;
    private final int equal;

    ElementEquality(Access.Element element, Term constant, int equal) {
      this.element = element;
      this.constant = constant;
      this.equal = equal;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term term = element.eval(object, bindings, context);
      return constant.equals(term) ? equal : TRUE - equal;
    }
  }
}
