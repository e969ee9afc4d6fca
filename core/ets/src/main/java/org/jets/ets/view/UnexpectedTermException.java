package org.jets.ets.view;

import java.util.Objects;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;

/**
 * The error for a term that stands for no value of a {@link Codec}: a term of another type or
 * shape, an integer that does not fit, bytes that are no text, an atom that names no constant. The
 * message shows the beginning of the term, and its place in the object.
 */
public final class UnexpectedTermException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private UnexpectedTermException(String message) {
    super(message);
  }

  private UnexpectedTermException(String message, UnexpectedTermException cause) {
    super(message, cause);
  }

  /**
   * Returns the error for a term, for codecs that programs write.
   *
   * @param expected the expected terms, as the message names them: {@code "an integer"}
   */
  public static UnexpectedTermException of(Term term, String expected) {
    Objects.requireNonNull(expected, "expected");
    return new UnexpectedTermException(
        ValueText.of(Objects.requireNonNull(term, "term")) + " (expected: " + expected + ")");
  }

  /** Returns this error with the place of the term before its message. */
  UnexpectedTermException at(String place) {
    return new UnexpectedTermException(place + ": " + getMessage(), this);
  }
}
