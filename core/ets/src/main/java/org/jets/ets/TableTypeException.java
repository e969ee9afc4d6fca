package org.jets.ets;

import org.jets.terms.Term;

/** The table is of a type that does not have this function. */
public final class TableTypeException extends EtsException {
  private static final long serialVersionUID = 1;

  TableTypeException(Term table, TableType type, String expected) {
    super(
        "table: " + table + ", " + type.term() + " (expected: " + expected + ")", 1, "table_type");
  }
}
