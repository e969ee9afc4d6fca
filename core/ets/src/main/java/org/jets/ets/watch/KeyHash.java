package org.jets.ets.watch;

import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A hash of keys in which those that are {@code ==} have the same. It looks at a few parts of a
 * compound term only, so that its time is bounded, except for that of a long binary.
 */
public final class KeyHash {
  /** The number of elements of a tuple that decide about its hash. */
  private static final int ELEMENTS = 4;

  private KeyHash() {}

  /** Returns the hash of a key. */
  public static int of(Term key) {
    if (!(key instanceof Tuple tuple)) {
      return leafHash(key);
    }
    int hash = tuple.arity();
    for (int i = 1; i <= Math.min(ELEMENTS, tuple.arity()); i++) {
      hash = 31 * hash + leafHash(tuple.element(i));
    }
    return hash;
  }

  /** Returns a hash that does not look into compound terms, whose parts may be numbers. */
  private static int leafHash(Term term) {
    if (term instanceof IntegerTerm integer) {
      return numberHash(
          integer.fitsLong()
              ? (double) integer.longValue()
              : integer.bigIntegerValue().doubleValue());
    }
    if (term instanceof FloatTerm number) {
      return numberHash(number.value());
    }
    if (term instanceof Tuple tuple) {
      return tuple.arity();
    }
    if (term instanceof ListTerm list) {
      return list.isEmpty() ? 1 : 2;
    }
    if (term instanceof RecordTerm record) {
      return record.size();
    }
    if (term instanceof LocalFun fun) {
      return fun.freeCount();
    }
    return term instanceof MapTerm map ? map.size() : term.hashCode();
  }

  /** Returns the hash of a number; an integer and a float that are {@code ==} have the same. */
  private static int numberHash(double number) {
    return Double.hashCode(number + 0.0); // The sum of -0.0 and 0.0 is 0.0.
  }
}
