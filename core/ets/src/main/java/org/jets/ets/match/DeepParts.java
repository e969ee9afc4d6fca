package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the guards, or of the body, of a clause that are nested below {@value #MAX_HEIGHT}
 * levels. They are evaluated before the expressions around them, the innermost first, and their
 * values are kept among the bindings. So no expression takes more than that many levels of the Java
 * stack. A part has no side effects, so it may be evaluated even if the expression around it does
 * not need it.
 */
final class DeepParts {
  /** The number of levels that one recursion evaluates. */
  static final int MAX_HEIGHT = 64;

  private final List<CompiledExpression> parts = new ArrayList<>();
  private final int firstSlot;

  /**
   * Makes an empty list.
   *
   * @param firstSlot the place of the first part among the bindings
   */
  DeepParts(int firstSlot) {
    this.firstSlot = firstSlot;
  }

  /** Extracts a part, and returns the expression that replaces it. */
  CompiledExpression takeOut(CompiledExpression part) {
    parts.add(part);
    return new Kept(firstSlot + parts.size() - 1);
  }

  /** Returns the place after the last part. */
  int endSlot() {
    return firstSlot + parts.size();
  }

  /** Evaluates the parts. */
  @SuppressWarnings("NullAway") // A part that fails is kept as null, which Kept gives back.
  void evaluate(Term object, Term[] bindings, MatchContext context) {
    for (int i = 0; i < parts.size(); i++) {
      bindings[firstSlot + i] = parts.get(i).eval(object, bindings, context);
    }
  }

  /** The value of a part. */
  private static final class Kept extends CompiledExpression {
    private final int slot;

    Kept(int slot) {
      this.slot = slot;
    }

    @Override
    @Nullable Term eval(Term object, Term[] bindings, MatchContext context) {
      return bindings[slot];
    }
  }
}
