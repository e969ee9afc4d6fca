package org.jets.ets.match;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jets.terms.Atom;

/**
 * An error for a term that is not a valid match specification. It has all mistakes of the first
 * clause that has any.
 */
public final class MatchSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * Erlang's reason for a specification that is nested too deep; here also for one that is too
   * large.
   */
  private static final String SYSTEM_LIMIT = "system_limit";

  private static final String BADARG = "badarg";

  private final MatchSpecError[] errors;
  private final boolean tooDeep;

  /** The number of mistakes that the message tells. */
  private static final int SHOWN = 10;

  MatchSpecException(List<MatchSpecError> errors, boolean tooDeep) {
    this.errors = errors.toArray(new MatchSpecError[0]);
    this.tooDeep = tooDeep;
  }

  /** Returns the first mistakes, and the number of further ones. */
  @Override
  public String getMessage() {
    String shown =
        Arrays.stream(errors)
            .limit(SHOWN)
            .map(MatchSpecError::toString)
            .collect(Collectors.joining("; "));
    return errors.length <= SHOWN
        ? shown
        : shown + "; and " + (errors.length - SHOWN) + " mistakes more";
  }

  /** Returns the mistakes, at least one, in the order in which Erlang names them. */
  public List<MatchSpecError> errors() {
    return List.of(errors);
  }

  /**
   * Returns the reason of Erlang's error: {@code system_limit} if expressions are nested too deep
   * or the specification is too large, else {@code badarg}.
   */
  public Atom reason() {
    return Atom.of(tooDeep ? SYSTEM_LIMIT : BADARG);
  }
}
