package org.jets.ets;

import org.jets.terms.Atom;

/**
 * The option {@code write_concurrency}: the degree to which a table prepares for concurrent
 * writers. It affects costs, but no guarantees.
 */
public enum WriteConcurrency {
  /** One writer at a time is expected. */
  FALSE("false"),

  /** Several writers at once are expected. */
  TRUE("true"),

  /** The table adapts to the contention that it meets. */
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
