package org.jets.ets;

import java.util.function.Supplier;
import org.jets.ets.argument.Shown;
import org.jets.terms.Term;

/**
 * The caller is not the table's owner, and the table's access does not allow the call; or the table
 * is a snapshot, which nobody may write.
 */
public final class TableAccessException extends EtsException {
  private static final long serialVersionUID = 1;

  /**
   * Makes one.
   *
   * @param access the access that the table has
   * @param expected the access that the call needs
   */
  public TableAccessException(Term table, Access access, String expected) {
    super(
        () -> "table: " + Shown.of(table) + ", " + access.term() + " (expected: " + expected + ")",
        1,
        "access");
  }

  /** A table that nobody may write. */
  static TableAccessException ofSnapshot(Term table) {
    return new TableAccessException(
        () -> "table: " + Shown.of(table) + ", a snapshot, read-only (expected: the table itself)");
  }

  private TableAccessException(Supplier<String> text) {
    super(text, 1, "access");
  }

  /** Makes the error as the node tells it that keeps the table. */
  public TableAccessException(Term table) {
    super(
        () -> "table: " + Shown.of(table) + " (expected: one that the caller may use so)",
        1,
        "access");
  }
}
