package org.jets.ets.match;

import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression of a guard or a body: immutable, and safe to evaluate from many threads.
 *
 * <p>A failure is a result, null, and not an exception. Only an expression in a guard passes a
 * failure up; in a body, each call that can fail is wrapped in a {@link Caught}. This is a class
 * and not an interface, because calls through it are the hot path and mostly megamorphic.
 */
abstract class CompiledExpression {
  /** The result of {@link #truth} for false. */
  static final int FALSE = 0;

  static final int TRUE = 1;
  static final int FAILED = -1;

  /**
   * Returns the value, or null if the evaluation fails.
   *
   * @param object the object that the head matched
   * @param bindings the variables that are not elements of the object
   */
  abstract @Nullable Term eval(Term object, Term[] bindings, MatchContext context);

  /** Returns whether the value is true or false; any other value counts as a failure. */
  int truth(Term object, Term[] bindings, MatchContext context) {
    return truthOf(eval(object, bindings, context));
  }

  static int truthOf(@Nullable Term value) {
    return value == Atom.TRUE ? TRUE : value == Atom.FALSE ? FALSE : FAILED;
  }

  static @Nullable Term atomOf(int truth) {
    return truth == TRUE ? Atom.TRUE : truth == FALSE ? Atom.FALSE : null;
  }

  /** An expression whose value is a boolean. */
  abstract static class OfBoolean extends CompiledExpression {
    @Override
    final @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
      return atomOf(truth(object, bindings, context));
    }

    @Override
    abstract int truth(Term object, Term[] bindings, MatchContext context);
  }

  /** A term that does not depend on the object. */
  static final class Constant extends CompiledExpression {
    final Term value;

    Constant(Term value) {
      this.value = value;
    }

    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      return value;
    }
  }

  /** A call in a body, whose value is the atom {@code 'EXIT'} if it fails. */
  static final class Caught extends CompiledExpression {
    private static final Atom EXIT = Atom.of("EXIT");
    private final CompiledExpression call;

    Caught(CompiledExpression call) {
      this.call = call;
    }

    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      Term value = call.eval(object, bindings, context);
      return value == null ? EXIT : value;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      return call.truth(object, bindings, context);
    }
  }
}
