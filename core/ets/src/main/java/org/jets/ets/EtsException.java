package org.jets.ets;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A call on a table that Erlang answers with an error. It knows Erlang's reason, which argument was
 * wrong, and why; if a method does not say otherwise, nothing has changed when it is thrown.
 *
 * <p>The message is made when it is asked for, and shows no more than the beginning of a term.
 * Until then the exception keeps the terms.
 */
public abstract class EtsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final String BADARG = "badarg";

  /** Null in a copy that has been read from a stream. */
  private final transient @Nullable Supplier<String> text;

  /** Null before it is asked for. Threads that ask at the same time make equal ones. */
  private @Nullable String message;

  private final int argument;
  private final @Nullable String erlangCause;

  /**
   * Makes an error of the reason {@code badarg}.
   *
   * @param text makes the message
   * @param argument the position of the wrong argument in Erlang's function, from 1
   * @param erlangCause what Erlang gives as {@code cause} in the error's {@code error_info}; null
   *     where it gives none
   */
  EtsException(Supplier<String> text, int argument, @Nullable String erlangCause) {
    this.text = text;
    this.argument = argument;
    this.erlangCause = erlangCause;
  }

  /** Returns the reason of Erlang's error, {@code badarg} where a subclass says nothing else. */
  public Term reason() {
    return Atom.of(BADARG);
  }

  @Override
  public final @Nullable String getMessage() {
    String made = message;
    if (made == null && text != null) {
      made = text.get();
      message = made;
    }
    return made;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    message = getMessage();
    out.defaultWriteObject();
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
