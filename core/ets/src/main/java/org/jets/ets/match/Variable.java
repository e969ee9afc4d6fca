package org.jets.ets.match;

import org.jets.terms.Atom;

/**
 * A variable {@code '$N'}. In a head it matches any term, but the same one at each occurrence. In
 * guards and results it has the value of that term. Immutable.
 *
 * @see Match#var
 */
public final class Variable extends Expr implements Pattern {
  private final int number;

  Variable(int number) {
    super(Atom.of("$" + checkNumber(number)));
    this.number = number;
  }

  private static int checkNumber(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("number: " + number + " (expected: >= 0)");
    }
    return number;
  }

  /** Returns N. */
  public int number() {
    return number;
  }
}
