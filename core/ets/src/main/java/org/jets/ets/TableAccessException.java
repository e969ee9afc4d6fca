package org.jets.ets;

import org.jets.terms.Term;

/** The caller is not the table's owner, and the table's access does not allow the call. */
public final class TableAccessException extends EtsException {
  private static final long serialVersionUID = 1;

  TableAccessException(Term table, Access access, String expected) {
    super(
        () -> "table: " + Shown.of(table) + ", " + access.term() + " (expected: " + expected + ")",
        1,
        "access");
  }

  /** As a node tells it that keeps the table. */
  TableAccessException(Term table) {
    super(
        () -> "table: " + Shown.of(table) + " (expected: one that the caller may use so)",
        1,
        "access");
  }
}
