package org.jets.ets;

import java.util.function.Supplier;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;

/**
 * The error for a caller that is not the table's owner, if the table's access does not allow the
 * call. It is also the error for a write to a snapshot, which no caller may write.
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
        () ->
            "table: "
                + ValueText.of(table)
                + ", "
                + access.term()
                + " (expected: "
                + expected
                + ")",
        1,
        "access");
  }

  /** Returns the error for a write to a snapshot. */
  static TableAccessException ofSnapshot(Term table) {
    return new TableAccessException(
        () ->
            "table: "
                + ValueText.of(table)
                + ", a snapshot, read-only (expected: the table itself)");
  }

  private TableAccessException(Supplier<String> text) {
    super(text, 1, "access");
  }

  @Override
  boolean isOfRights() {
    return true;
  }

  /** Makes an error that was reported by the node of the table. */
  public TableAccessException(Term table) {
    super(
        () -> "table: " + ValueText.of(table) + " (expected: one that the caller may use so)",
        1,
        "access");
  }
}
