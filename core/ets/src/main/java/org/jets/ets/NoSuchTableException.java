package org.jets.ets;

import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;

/** The error for a table that has been deleted or never existed. */
public final class NoSuchTableException extends EtsException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the error.
   *
   * @param table the identifier or name that no table has
   */
  public NoSuchTableException(Term table) {
    super(() -> "table: " + ValueText.of(table) + " (expected: an existing table)", 1, "id");
  }
}
