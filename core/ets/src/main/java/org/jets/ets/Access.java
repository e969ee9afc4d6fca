package org.jets.ets;

import org.jets.terms.Atom;

/** The rights in a table of owners other than the table's. */
public enum Access {
  /** Nothing. */
  PRIVATE("private"),

  /** Read. The default. */
  PROTECTED("protected"),

  /** Everything except the actions that only the owner may do. */
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
