package org.jets.ets;

import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;

/**
 * A term is no match specification, or one that the call has no use for. {@link #getCause} says
 * where it is wrong and why.
 */
public final class BadMatchSpecException extends EtsException {
  private static final long serialVersionUID = 1;
  private static final String SPECIFICATION = "match specification";

  private final MatchSpecException mistake;

  /** Makes the error of a call from what is wrong with its specification. */
  public BadMatchSpecException(MatchSpecException mistake) {
    super(() -> message(mistake), 2, null);
    this.mistake = mistake;
  }

  /** Returns the mistakes; that they are in the specification is said once. */
  private static String message(MatchSpecException mistake) {
    String message = mistake.getMessage();
    return message.startsWith(SPECIFICATION) ? message : SPECIFICATION + ": " + message;
  }

  /** Returns what is wrong with the specification. */
  @Override
  public synchronized MatchSpecException getCause() {
    return mistake;
  }

  /**
   * Returns the reason of Erlang's error: {@code system_limit} for a specification that is nested
   * too deep, else {@code badarg}.
   */
  @Override
  public Atom reason() {
    return mistake.reason();
  }
}
