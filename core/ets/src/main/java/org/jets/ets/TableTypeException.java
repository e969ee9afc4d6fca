package org.jets.ets;

import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** The error of a function that the table's type does not support. */
public final class TableTypeException extends EtsException {
  private static final long serialVersionUID = 1;

  private TableTypeException(
      Term table, TableType type, String expected, @Nullable String erlangCause) {
    super(
        () ->
            "table: " + ValueText.of(table) + ", " + type.term() + " (expected: " + expected + ")",
        1,
        erlangCause);
  }

  private TableTypeException(Term table) {
    super(
        () -> "table: " + ValueText.of(table) + " (expected: one of a type that has this function)",
        1,
        "table_type");
  }

  /** Returns the error of a function for which Erlang names no cause. */
  public static TableTypeException withoutCause(Term table, TableType type, String expected) {
    return new TableTypeException(table, type, expected, null);
  }

  /** Returns the error of a function that the table's type does not support. */
  public static TableTypeException of(Term table, TableType type, String expected) {
    return new TableTypeException(table, type, expected, "table_type");
  }

  /** Returns an error that was reported by the node of the table. */
  public static TableTypeException told(Term table) {
    return new TableTypeException(table);
  }
}
