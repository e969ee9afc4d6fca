package org.jets.ets;

import org.jets.terms.Atom;

/** The four types of table. */
public enum TableType {
  /** One object for each key; keys are equal by {@code =:=}. */
  SET("set"),

  /** One object for each key; keys are equal by {@code ==} and kept in the standard order. */
  ORDERED_SET("ordered_set"),

  /** Any number of different objects for each key; keys and objects are equal by {@code =:=}. */
  BAG("bag"),

  /** Any number of objects for each key, equal ones too; keys are equal by {@code =:=}. */
  DUPLICATE_BAG("duplicate_bag");

  private final Atom term;

  TableType(String name) {
    this.term = Atom.of(name);
  }

  /** Returns Erlang's name of this type. */
  public Atom term() {
    return term;
  }

  /** Returns whether a key has at most one object. */
  public boolean isSet() {
    return this == SET || this == ORDERED_SET;
  }
}
