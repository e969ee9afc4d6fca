package org.jets.ets.match;

import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** The boolean operators. An operator that needs a boolean and gets another value fails. */
final class Logic {
  private Logic() {}

  /** {@code not}. */
  static final class Not extends CompiledExpression.OfBoolean {
    private final CompiledExpression operand;

    Not(CompiledExpression operand) {
      this.operand = operand;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      int truth = operand.truth(object, bindings, context);
      return truth == FAILED ? FAILED : TRUE - truth;
    }
  }

  /** {@code xor}. */
  static final class Xor extends CompiledExpression.OfBoolean {
    private final CompiledExpression left;
    private final CompiledExpression right;

    Xor(CompiledExpression left, CompiledExpression right) {
      this.left = left;
      this.right = right;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      int a = left.truth(object, bindings, context);
      int b = right.truth(object, bindings, context);
      return a == FAILED || b == FAILED ? FAILED : a ^ b;
    }
  }

  /** {@code and} and {@code or}: all operands are evaluated, and must be booleans. */
  static final class Strict extends CompiledExpression.OfBoolean {
    private final CompiledExpression[] operands;
    private final int deciding;

    /**
     * @param deciding the value of one operand that decides the whole: {@link #FALSE} for {@code
     *     and}, {@link #TRUE} for {@code or}
     */
    Strict(CompiledExpression[] operands, int deciding) {
      this.operands = operands;
      this.deciding = deciding;
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      int result = TRUE - deciding;
      for (CompiledExpression operand : operands) {
        int truth = operand.truth(object, bindings, context);
        if (truth == FAILED) {
          return FAILED;
        }
        if (truth == deciding) {
          result = deciding;
        }
      }
      return result;
    }
  }

  /**
   * {@code andalso} and {@code orelse}: the first operand that decides ends the evaluation. The
   * last operand's value is returned as it is, boolean or not.
   */
  static final class ShortCircuit extends CompiledExpression {
    private final CompiledExpression[] operands;
    private final int deciding;

    /**
     * @param deciding as in {@link Strict}
     */
    ShortCircuit(CompiledExpression[] operands, int deciding) {
      this.operands = operands;
      this.deciding = deciding;
    }

    @Override
    @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
      int last = operands.length - 1;
      for (int i = 0; i < last; i++) {
        int truth = operands[i].truth(object, bindings, context);
        if (truth == FAILED || truth == deciding) {
          return atomOf(truth);
        }
      }
      return operands[last].eval(object, bindings, context);
    }

    @Override
    int truth(Term object, Term[] bindings, MatchContext context) {
      for (CompiledExpression operand : operands) {
        int truth = operand.truth(object, bindings, context);
        if (truth == FAILED || truth == deciding) {
          return truth;
        }
      }
      return TRUE - deciding;
    }
  }
}
