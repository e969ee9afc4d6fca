package org.jets.ets.match;

import java.util.function.Predicate;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** Expressions that apply a function to values. If an argument fails, they fail. */
final class Call {
  private Call() {}

  /** A function of one argument; null means that it fails. */
  @FunctionalInterface
  interface Unary {
    @Nullable Term apply(Term a);
  }

  /** A function of two arguments; null means that it fails. */
  @FunctionalInterface
  interface Binary {
    @Nullable Term apply(Term a, Term b);
  }

  /** A function of three arguments; null means that it fails. */
  @FunctionalInterface
  interface Ternary {
    @Nullable Term apply(Term a, Term b, Term c);
  }

  /** A test that never fails. */
  static final class OfTest extends Expression.OfBoolean {
    private final Predicate<Term> test;
    private final Expression argument;

    OfTest(Predicate<Term> test, Expression argument) {
      this.test = test;
      this.argument = argument;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term a = argument.eval(object, bindings, context);
      return a == null ? FAILED : test.test(a) ? TRUE : FALSE;
    }
  }

  static final class OfUnary extends Expression {
    private final Unary function;
    private final Expression argument;

    OfUnary(Unary function, Expression argument) {
      this.function = function;
      this.argument = argument;
    }

    @Override
    @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
      Term a = argument.eval(object, bindings, context);
      if (a == null) {
        return null;
      }
      Polling.before(a, context);
      return function.apply(a);
    }
  }

  static final class OfBinary extends Expression {
    private final Binary function;
    private final Expression left;
    private final Expression right;

    OfBinary(Binary function, Expression left, Expression right) {
      this.function = function;
      this.left = left;
      this.right = right;
    }

    @Override
    @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
      Term a = left.eval(object, bindings, context);
      Term b = right.eval(object, bindings, context);
      if (a == null || b == null) {
        return null;
      }
      if (Polling.isLarge(a) || Polling.isLarge(b)) {
        Polling.poll(context);
      }
      return function.apply(a, b);
    }
  }

  static final class OfTernary extends Expression {
    private final Ternary function;
    private final Expression first;
    private final Expression second;
    private final Expression third;

    OfTernary(Ternary function, Expression first, Expression second, Expression third) {
      this.function = function;
      this.first = first;
      this.second = second;
      this.third = third;
    }

    @Override
    @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
      Term a = first.eval(object, bindings, context);
      Term b = second.eval(object, bindings, context);
      Term c = third.eval(object, bindings, context);
      if (a == null || b == null || c == null) {
        return null;
      }
      if (Polling.isLarge(a) || Polling.isLarge(b) || Polling.isLarge(c)) {
        Polling.poll(context);
      }
      return function.apply(a, b, c);
    }
  }
}
