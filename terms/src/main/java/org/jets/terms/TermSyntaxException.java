package org.jets.terms;

import java.util.Objects;

/**
 * Thrown by {@link TermParser} for a text that is not one Erlang term, or a sequence of terms, as
 * the caller asked. Also thrown for a text that exceeds a limit of the {@link ParseOptions}.
 */
public final class TermSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;
  private final String reason;

  /**
   * Makes an exception.
   *
   * @param line the line of the character at fault, from 1
   * @param column its column, from 1
   * @param reason the message without the position
   */
  public TermSyntaxException(int line, int column, String reason) {
    super("line " + line + ", column " + column + ": " + Objects.requireNonNull(reason, "reason"));
    this.line = line;
    this.column = column;
    this.reason = reason;
  }

  /** Returns the line of the character at fault, from 1. Lines end with a line feed. */
  public int line() {
    return line;
  }

  /** Returns the column of the character at fault, from 1, in code points. A tab is one column. */
  public int column() {
    return column;
  }

  /** Returns the message without the position. */
  public String reason() {
    return reason;
  }
}
