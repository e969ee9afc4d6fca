package org.jets.ets.match;

import java.util.function.Predicate;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** Expressions that apply a function to values. If an argument fails, they fail. */
final class CompiledCall {
  private CompiledCall() {}

  /** A function of one argument; null means that it fails. */
  @FunctionalInterface
  interface UnaryFunction {
    @Nullable Term apply(Term a);
  }

  /** A function of two arguments; null means that it fails. */
  @FunctionalInterface
  interface BinaryFunction {
    @Nullable Term apply(Term a, Term b);
  }

  /** A function of three arguments; null means that it fails. */
  @FunctionalInterface
  interface TernaryFunction {
    @Nullable Term apply(Term a, Term b, Term c);
  }

  /** A test that never fails. */
  static final class OfTest extends CompiledExpression.OfBoolean {
    private final Predicate<Term> test;
    private final CompiledExpression argument;

    OfTest(Predicate<Term> test, CompiledExpression argument) {
      this.test = test;
      this.argument = argument;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      Term a = argument.eval(object, bindings, context);
      return a == null ? FAILED : test.test(a) ? TRUE : FALSE;
    }
  }

  static final class OfUnary extends CompiledExpression {
    private final UnaryFunction function;
    private final CompiledExpression argument;

    OfUnary(UnaryFunction function, CompiledExpression argument) {
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

  static final class OfBinary extends CompiledExpression {
    private final BinaryFunction function;
    private final CompiledExpression left;
    private final CompiledExpression right;

    OfBinary(BinaryFunction function, CompiledExpression left, CompiledExpression right) {
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

  static final class OfTernary extends CompiledExpression {
    private final TernaryFunction function;
    private final CompiledExpression first;
    private final CompiledExpression second;
    private final CompiledExpression third;

    OfTernary(
        TernaryFunction function,
        CompiledExpression first,
        CompiledExpression second,
        CompiledExpression third) {
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
