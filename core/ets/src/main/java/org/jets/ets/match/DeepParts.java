package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the guards, or of the body, of a clause that stand below {@value #MAX_HEIGHT} levels
 * of others. They are evaluated before what they stand in, the innermost first, and their values
 * kept among the bindings: so no expression takes more of the Java stack than that. A part has no
 * effect but its value, so that it does not matter whether the expression around it asks for it.
 */
final class DeepParts {
  /** How many levels are evaluated by one recursion. */
  static final int MAX_HEIGHT = 64;

  private final List<Expression> parts = new ArrayList<>();
  private final int firstSlot;

  /**
   * Makes none.
   *
   * @param firstSlot the place of the first part among the bindings
   */
  DeepParts(int firstSlot) {
    this.firstSlot = firstSlot;
  }

  /** Takes a part out, and returns the expression that stands in its place. */
  Expression takeOut(Expression part) {
    parts.add(part);
    return new Kept(firstSlot + parts.size() - 1);
  }

  /** Returns the place behind the last part. */
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
  private static final class Kept extends Expression {
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
