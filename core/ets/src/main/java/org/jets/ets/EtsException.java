package org.jets.ets;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The error of a call on a table for which Erlang raises one. It has Erlang's reason, the position
 * of the wrong argument, and the cause. Unless a method documents otherwise, nothing has changed
 * when it is thrown.
 *
 * <p>The message is made on the first request, and shows only the beginning of a term. Until then
 * the exception keeps the terms.
 */
public abstract class EtsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final String BADARG = "badarg";

  /** Null in a copy that has been read from a stream. */
  private final transient @Nullable Supplier<String> text;

  /** Null before the first request. Concurrent requests make equal messages. */
  private @Nullable String message;

  private final int argument;
  private final @Nullable String erlangCause;

  /**
   * Makes an error of the reason {@code badarg}.
   *
   * @param text returns the message
   * @param argument the position of the wrong argument in Erlang's function, from 1
   * @param erlangCause Erlang's {@code cause} in the error's {@code error_info}; null if it has
   *     none
   */
  EtsException(Supplier<String> text, int argument, @Nullable String erlangCause) {
    this.text = text;
    this.argument = argument;
    this.erlangCause = erlangCause;
  }

  /** Returns the reason of Erlang's error: {@code badarg}, unless a subclass overrides this. */
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

  /**
   * Returns the position of the wrong argument of Erlang's function, from 1; the table counts as an
   * argument.
   */
  public int argument() {
    return argument;
  }

  /** Returns whether another owner, with other rights, would not have got this error. */
  boolean isOfRights() {
    return false;
  }

  /**
   * Returns Erlang's {@code cause} in the {@code error_info} of such an error, if it has one:
   * {@code id}, {@code access}, {@code badkey}, ...
   */
  public Optional<Atom> erlangCause() {
    return Optional.ofNullable(erlangCause).map(Atom::of);
  }
}
