package org.jets.ets;

import java.util.Arrays;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Short names for the terms in tests: a String is an atom. */
public final class Terms {
  private Terms() {}

  public static Term term(Object value) {
    if (value instanceof Term term) {
      return term;
    }
    return value instanceof String name ? Atom.of(name) : Term.of(value);
  }

  /** Returns a tuple of integers, floats, atoms and terms. */
  public static Tuple t(Object... elements) {
    return Tuple.of(Arrays.stream(elements).map(Terms::term).toArray(Term[]::new));
  }

  public static ListTerm l(Object... elements) {
    return ListTerm.of(Arrays.stream(elements).map(Terms::term).toArray(Term[]::new));
  }

  public static Atom a(String name) {
    return Atom.of(name);
  }

  public static IntegerTerm i(long value) {
    return IntegerTerm.of(value);
  }

  public static FloatTerm f(double value) {
    return FloatTerm.of(value);
  }

  public static List<IntegerTerm> ints(long... values) {
    return Arrays.stream(values).mapToObj(IntegerTerm::of).toList();
  }
}
