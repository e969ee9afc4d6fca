package org.jets.terms;

import java.util.Objects;

/**
 * A text is not what {@link TermParser} was asked for: one Erlang term, or a sequence of them. Also
 * thrown when the text goes beyond a limit of the {@link ParseOptions}.
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

  /** The line of the character at fault, from 1; lines end with a line feed. */
  public int line() {
    return line;
  }

  /** The column of the character at fault, from 1, in code points; a tab is one column. */
  public int column() {
    return column;
  }

  /** What is wrong, without the position. */
  public String reason() {
    return reason;
  }
}
