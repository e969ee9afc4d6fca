package org.jets.ets.match;

import org.jets.terms.Term;

/** An expression that is {@code true} or {@code false}: a guard. Immutable. */
public final class Condition extends Expr {

  Condition(Term term) {
    super(term);
  }

  /**
   * Returns Erlang's {@code this andalso that}: the second is not evaluated if the first is false.
   */
  public Condition and(Condition that) {
    return new Condition(Match.callTerm("andalso", this, that));
  }

  /**
   * Returns Erlang's {@code this orelse that}: the second is not evaluated if the first is true.
   */
  public Condition or(Condition that) {
    return new Condition(Match.callTerm("orelse", this, that));
  }

  /** Returns {@code not this}. If this condition fails, so does its negation. */
  public Condition negate() {
    return new Condition(Match.callTerm("not", this));
  }
}
