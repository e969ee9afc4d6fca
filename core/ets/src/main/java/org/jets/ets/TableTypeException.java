package org.jets.ets;

import org.jets.ets.argument.Shown;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** The table is of a type that does not have this function. */
public final class TableTypeException extends EtsException {
  private static final long serialVersionUID = 1;

  TableTypeException(Term table, TableType type, String expected) {
    this(table, type, expected, "table_type");
  }

  private TableTypeException(
      Term table, TableType type, String expected, @Nullable String erlangCause) {
    super(
        () -> "table: " + Shown.of(table) + ", " + type.term() + " (expected: " + expected + ")",
        1,
        erlangCause);
  }

  /** As a node tells it that keeps the table. */
  TableTypeException(Term table) {
    super(
        () -> "table: " + Shown.of(table) + " (expected: one of a type that has this function)",
        1,
        "table_type");
  }

  /** For a function that finds this out and does not tell. */
  static TableTypeException withoutCause(Term table, TableType type, String expected) {
    return new TableTypeException(table, type, expected, null);
  }
}
