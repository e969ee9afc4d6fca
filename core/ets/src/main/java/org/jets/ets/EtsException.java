package org.jets.ets;

import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A call on a table that Erlang answers with an error. It knows Erlang's reason, which argument was
 * wrong, and why; if a method does not say otherwise, nothing has changed when it is thrown.
 */
public abstract class EtsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final String BADARG = "badarg";

  private final int argument;
  private final @Nullable String erlangCause;

  /**
   * Makes an error of the reason {@code badarg}.
   *
   * @param argument the position of the wrong argument in Erlang's function, from 1
   * @param erlangCause what Erlang gives as {@code cause} in the error's {@code error_info}; null
   *     where it gives none
   */
  EtsException(String message, int argument, @Nullable String erlangCause) {
    super(message);
    this.argument = argument;
    this.erlangCause = erlangCause;
  }

  /** Returns the reason of Erlang's error, {@code badarg} where a subclass says nothing else. */
  public Term reason() {
    return Atom.of(BADARG);
  }

  /** Returns which argument of Erlang's function was wrong, from 1; the table counts as one. */
  public int argument() {
    return argument;
  }

  /**
   * Returns what Erlang gives as {@code cause} in the {@code error_info} of such an error, where it
   * gives one: {@code id}, {@code access}, {@code badkey}, ...
   */
  public Optional<Atom> erlangCause() {
    return Optional.ofNullable(erlangCause).map(Atom::of);
  }
}
