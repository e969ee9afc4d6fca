package org.jets.ets;

import org.jets.terms.Term;

/** The table has no object of the key, and the function needs one. */
public final class NoSuchKeyException extends EtsException {
  private static final long serialVersionUID = 1;

  NoSuchKeyException(Term key) {
    super("key: " + key + " (expected: a key that exists in the table)", 2, "badkey");
  }
}
