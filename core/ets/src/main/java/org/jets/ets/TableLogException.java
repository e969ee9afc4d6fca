package org.jets.ets;

import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The error for a durable table whose log cannot be opened or written. Erlang's reason is <code>
 * {log_error, Why}</code>:
 *
 * <ul>
 *   <li>{@code enospc}, {@code eio}, {@code eacces}, ...: the system refused. If that was a write,
 *       the log has failed. The change may be found when the log is opened again, unless the write
 *       failed before it was begun. All later writes fail before they change anything. Reads go on;
 *   <li>{@code closed}: the log has been closed;
 *   <li>{@code in_use}: another table, or another process of the system, has opened the log;
 *   <li>{@code other_table}: the log is of a table of another name, type or position of the key;
 *   <li>{@code damaged}: the files have been changed, or are of a later release. Nothing has been
 *       changed;
 *   <li>{@code missed}: an error has kept a change of the table out of its log, which takes no
 *       later change therefore.
 * </ul>
 *
 * <p>The message names the file and the cause.
 */
public final class TableLogException extends EtsException {
  private static final long serialVersionUID = 1;

  private static final String LOG_ERROR = "log_error";

  private final String why;

  private TableLogException(String text, String why, @Nullable Throwable cause) {
    super(() -> text, 1, null);
    this.why = why;
    if (cause != null) {
      initCause(cause);
    }
  }

  /**
   * Returns an error.
   *
   * @param text the message
   * @param why the second element of Erlang's reason
   */
  public static TableLogException of(String text, String why, @Nullable Throwable cause) {
    return new TableLogException(text, why, cause);
  }

  /**
   * Returns the error that the node of a table has reported.
   *
   * @return null if the reason is not that of such an error
   */
  public static @Nullable TableLogException told(String function, Term reason) {
    return reason instanceof Tuple pair
            && pair.arity() == 2
            && pair.element(1) == Atom.of(LOG_ERROR)
            && pair.element(2) instanceof Atom why
        ? new TableLogException("ets:" + function + ": " + reason, why.name(), null)
        : null;
  }

  /** Returns <code>{log_error, Why}</code>. */
  @Override
  public Term reason() {
    return Tuple.of(Atom.of(LOG_ERROR), Atom.of(why));
  }
}
