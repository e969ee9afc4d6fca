package org.jets.ets;

import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/**
 * One call of a function of {@code ets} in terms.
 *
 * @param caller with whose rights
 */
record ModuleCall(Owner caller, Atom function, List<Term> arguments) {

  /** Returns an argument, counted from 1. */
  Term argument(int position) {
    return arguments.get(position - 1);
  }

  /** Opens the table that the first argument is. */
  LocalEtsTable table() {
    return caller.openLocal(argument(1));
  }

  /** Returns another call of the same caller, for a function that is made of others. */
  ModuleCall with(String otherFunction, Term... otherArguments) {
    return new ModuleCall(caller, Atom.of(otherFunction), List.of(otherArguments));
  }

  /** Calls another function, whose errors are then those of this one. */
  Term apply(String otherFunction, Term... otherArguments) {
    return EtsModule.apply(with(otherFunction, otherArguments));
  }

  @Override
  public String toString() {
    return "ets:" + function + "/" + arguments.size();
  }
}
