package org.jets.ets;

import org.jets.terms.Atom;

/**
 * The option {@code write_concurrency}: how much a table prepares for several writers at once. It
 * changes costs and no guarantee.
 */
public enum WriteConcurrency {
  /** One writer at a time is what is expected. */
  FALSE("false"),

  /** Several writers at once. */
  TRUE("true"),

  /** The table adapts to what it meets. */
  AUTO("auto");

  private final Atom term;

  WriteConcurrency(String name) {
    this.term = Atom.of(name);
  }

  /** Returns Erlang's name of this value. */
  public Atom term() {
    return term;
  }
}
