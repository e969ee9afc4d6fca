package org.jets.ets;

import org.jets.terms.Term;

/** The caller is not the table's owner, and the table's access does not allow the call. */
public final class TableAccessException extends EtsException {
  private static final long serialVersionUID = 1;

  TableAccessException(Term table, Access access, String expected) {
    super("table: " + table + ", " + access.term() + " (expected: " + expected + ")", 1, "access");
  }
}
