package org.jets.ets.store;

import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Tells the keys of a fixed form from others. Two keys of a fixed form that are {@code ==} are
 * written alike. Other keys may be equal and differ: an integer and a float, or two references.
 */
final class FixedForm {
  /** The elements that are examined; a tuple of more counts as one of no fixed form. */
  private static final int MOST_ELEMENTS = 8;

  private FixedForm() {}

  /** Returns false if the key may have no fixed form. Constant time. */
  static boolean has(Term key) {
    if (key instanceof Tuple tuple) {
      int arity = tuple.arity();
      boolean isFixed = arity <= MOST_ELEMENTS;
      for (int i = 1; isFixed && i <= arity; i++) {
        isFixed = isFixedLeaf(tuple.element(i));
      }
      return isFixed;
    }
    return isFixedLeaf(key);
  }

  private static boolean isFixedLeaf(Term term) {
    return term instanceof IntegerTerm
        || term instanceof Atom
        || term instanceof Bitstring
        || term instanceof Pid
        || term instanceof Port;
  }
}
