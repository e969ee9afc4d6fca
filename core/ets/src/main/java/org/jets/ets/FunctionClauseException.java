package org.jets.ets;

import org.jets.ets.argument.ValueText;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/** The error for an argument of a shape for which Erlang's function has no clause. */
public final class FunctionClauseException extends EtsException {
  private static final long serialVersionUID = 1;

  /**
   * Makes an error.
   *
   * @param argument the position of the argument in Erlang's function, from 1
   * @param name the name of the argument, as the message shows it
   * @param value the argument
   * @param expected the expected value
   */
  public FunctionClauseException(int argument, String name, Object value, String expected) {
    super(
        () -> name + ": " + ValueText.of(value) + " (expected: " + expected + ")", argument, null);
  }

  /** Returns {@code function_clause}. */
  @Override
  public Term reason() {
    return Atom.of("function_clause");
  }
}
