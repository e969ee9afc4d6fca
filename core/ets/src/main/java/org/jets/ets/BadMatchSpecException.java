package org.jets.ets;

import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;

/**
 * The error for a term that is no match specification, or one that the call does not accept. {@link
 * #getCause} has the places and reasons.
 */
public final class BadMatchSpecException extends EtsException {
  private static final long serialVersionUID = 1;
  private static final String SPECIFICATION = "match specification";

  private final MatchSpecException mistake;

  /** Makes the error of a call from the error of its specification. */
  public BadMatchSpecException(MatchSpecException mistake) {
    super(() -> message(mistake), 2, null);
    this.mistake = mistake;
  }

  /** Returns the mistakes as text, with one mention of the specification. */
  private static String message(MatchSpecException mistake) {
    String message = mistake.getMessage();
    return message.startsWith(SPECIFICATION) ? message : SPECIFICATION + ": " + message;
  }

  /** Returns the error of the specification. */
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
