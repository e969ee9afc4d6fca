package org.jets.ets;

import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** The error of a function that needs an object of a key that has none. */
public final class NoSuchKeyException extends EtsException {
  private static final long serialVersionUID = 1;

  private NoSuchKeyException(Term key, @Nullable String erlangCause) {
    super(
        () -> "key: " + ValueText.of(key) + " (expected: a key that exists in the table)",
        2,
        erlangCause);
  }

  /** Returns the error of a function that needs the object of the key. */
  public static NoSuchKeyException of(Term key) {
    return new NoSuchKeyException(key, "badkey");
  }

  /** Returns the error of a step from a key to the next, for which Erlang names no cause. */
  public static NoSuchKeyException ofStep(Term key) {
    return new NoSuchKeyException(key, null);
  }
}
