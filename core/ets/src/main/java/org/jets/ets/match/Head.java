package org.jets.ets.match;

import java.util.List;
import java.util.SortedMap;
import org.jets.terms.Term;

/**
 * A compiled head: a matcher for the object, and where the variables are afterwards.
 *
 * <p>What lies deeper than a bounded number of levels is matched later: the matcher above it keeps
 * the term among the bindings, and {@link Part} goes on from there. So no pattern is too deep for
 * the Java stack, as none is for Erlang's.
 */
final class Head {
  private final Matcher matcher;
  private final Part[] parts;
  private final int slots;
  private final SortedMap<Integer, Expression> variables;
  private final boolean comparesLargeTerms;

  Head(
      Matcher matcher,
      List<Part> parts,
      int slots,
      SortedMap<Integer, Expression> variables,
      boolean comparesLargeTerms) {
    this.comparesLargeTerms = comparesLargeTerms;
    this.matcher = matcher;
    this.parts = parts.toArray(new Part[0]);
    this.slots = slots;
    this.variables = variables;
  }

  /** Returns the arity if that is all that the head asks of an object; else -1. */
  int onlyArity() {
    return matcher instanceof Matcher.OfTuple tuple ? tuple.onlyArity() : -1;
  }

  /** Returns how long the array of bindings has to be. */
  int slots() {
    return slots;
  }

  /** Returns how each variable of the head is read, ordered by its number. */
  SortedMap<Integer, Expression> variables() {
    return variables;
  }

  /**
   * Returns whether matching can take time in the size of the terms, and not only in their number.
   */
  boolean comparesLargeTerms() {
    return comparesLargeTerms;
  }

  boolean matches(Term object, Term[] bindings) {
    if (!matcher.matches(object, bindings)) {
      return false;
    }
    for (Part part : parts) {
      if (!part.matcher.matches(bindings[part.slot], bindings)) {
        return false;
      }
    }
    return true;
  }

  /** A part of the head, and the place where the matcher above it has left the term for it. */
  record Part(int slot, Matcher matcher) {}
}
