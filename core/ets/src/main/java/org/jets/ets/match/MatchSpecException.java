package org.jets.ets.match;

import java.util.List;
import java.util.stream.Collectors;
import org.jets.terms.Atom;

/**
 * A term is not a valid match specification. It has all mistakes of the first clause that has any.
 */
public final class MatchSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Erlang's reason for a specification that is nested too deep. */
  private static final String SYSTEM_LIMIT = "system_limit";

  private static final String BADARG = "badarg";

  private final MatchSpecError[] errors;
  private final boolean tooDeep;

  MatchSpecException(List<MatchSpecError> errors, boolean tooDeep) {
    super(errors.stream().map(MatchSpecError::toString).collect(Collectors.joining("; ")));
    this.errors = errors.toArray(new MatchSpecError[0]);
    this.tooDeep = tooDeep;
  }

  /** Returns what is wrong, at least one thing, in the order in which Erlang names them. */
  public List<MatchSpecError> errors() {
    return List.of(errors);
  }

  /**
   * Returns the reason of Erlang's error: {@code system_limit} where expressions are nested too
   * deep, else {@code badarg}.
   */
  public Atom reason() {
    return Atom.of(tooDeep ? SYSTEM_LIMIT : BADARG);
  }
}
