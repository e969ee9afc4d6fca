package org.jets.ets.erl;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;

import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * One of the calls that some processes make of {@code ets}, as the operation {@code ets} of the
 * oracle takes it.
 *
 * @param process the number of the caller
 * @param place the number under which the result is kept; -1 for none
 */
record ModuleStep(int process, int place, String function, List<Term> arguments) {
  static final int NO_PLACE = -1;

  /** A number in place of a file's, for a name that no file of a table has. */
  static final int FOLDER = -1;

  static final int IN_NO_FOLDER = -2;
  static final int BELOW_A_FILE = -3;
  static final int TEXT = -4;

  private static final Atom MARK = a("$jets");

  static ModuleStep of(int process, String function, Term... arguments) {
    return new ModuleStep(process, NO_PLACE, function, List.of(arguments));
  }

  ModuleStep keptAt(int newPlace) {
    return new ModuleStep(process, newPlace, function, arguments);
  }

  /** Returns the placeholder for the result that is kept at a place. */
  static Tuple place(int place) {
    return Tuple.of(MARK, a("place"), i(place));
  }

  /** Returns the placeholder for the process of that number. */
  static Tuple pid(int process) {
    return Tuple.of(MARK, a("pid"), i(process));
  }

  /** Returns the placeholder for the name of that file. */
  static Tuple file(int number) {
    return Tuple.of(MARK, a("file"), i(number));
  }

  /** Returns the placeholder for the identifier that appeared as the one of that number. */
  static Tuple shown(String kind, int number) {
    return Tuple.of(MARK, a(kind), i(number));
  }

  Term toTerm() {
    return Tuple.of(
        i(process), place == NO_PLACE ? a("none") : i(place), a(function), ListTerm.of(arguments));
  }

  @Override
  public String toString() {
    return (place == NO_PLACE ? "" : place + " = ")
        + process
        + " "
        + function
        + ListTerm.of(arguments);
  }
}
