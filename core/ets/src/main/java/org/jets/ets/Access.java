package org.jets.ets;

import org.jets.terms.Atom;

/** The rights of others than the owner in a table. */
public enum Access {
  /** Nothing. */
  PRIVATE("private"),

  /** Read. The default. */
  PROTECTED("protected"),

  /** Everything but what is the owner's alone. */
  PUBLIC("public");

  private final Atom term;

  Access(String name) {
    this.term = Atom.of(name);
  }

  /** Returns Erlang's name of this access. */
  public Atom term() {
    return term;
  }
}
