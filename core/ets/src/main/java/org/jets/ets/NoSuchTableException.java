package org.jets.ets;

import org.jets.ets.argument.Shown;
import org.jets.terms.Term;

/** There is no such table: it has been deleted, or never was. */
public final class NoSuchTableException extends EtsException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the error.
   *
   * @param table the identifier or name that leads to no table
   */
  public NoSuchTableException(Term table) {
    super(() -> "table: " + Shown.of(table) + " (expected: an existing table)", 1, "id");
  }
}
