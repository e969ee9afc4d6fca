package org.jets.ets.erl;

import java.util.List;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.bridge.TermCaller;
import org.jets.ets.bridge.TermTable;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/**
 * One call of a function in terms.
 *
 * @param module the module of the function
 * @param caller the owner whose rights count
 */
record ModuleCall(ModuleFunctions module, Owner caller, Atom function, List<Term> arguments) {
  /** The result of functions if there is no key, or no more results. */
  static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  /** Returns an argument, counted from 1. */
  Term argument(int position) {
    return arguments.get(position - 1);
  }

  /** Returns the interface of the caller for the API in terms. */
  TermCaller termCaller() {
    return (TermCaller) caller;
  }

  /** Opens the table in the first argument. */
  LocalTable table() {
    return caller.open(argument(1));
  }

  /** Returns the interface of a table for the API in terms. */
  static TermTable termTable(LocalTable table) {
    return (TermTable) table;
  }

  /** Opens the table in the first argument, and checks that the caller may read it. */
  LocalTable readable() {
    LocalTable table = table();
    termTable(table).checkReadable();
    return table;
  }

  /** Opens the table in the first argument, and checks that the caller may write it. */
  LocalTable writable() {
    LocalTable table = table();
    termTable(table).checkWritable();
    return table;
  }

  /** Returns another call of the same caller, for a function that calls others of its module. */
  ModuleCall with(String otherFunction, Term... otherArguments) {
    return new ModuleCall(module, caller, Atom.of(otherFunction), List.of(otherArguments));
  }

  /** Calls another function of the module, whose errors become those of this one. */
  Term apply(String otherFunction, Term... otherArguments) {
    return module.apply(with(otherFunction, otherArguments));
  }

  @Override
  public String toString() {
    return module.name() + ":" + function + "/" + arguments.size();
  }
}
