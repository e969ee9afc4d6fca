package org.jets.ets.match;

import java.util.List;
import java.util.SortedMap;
import org.jets.terms.Term;

/**
 * A compiled head: a matcher for the object, and the places of the variables after a match.
 *
 * <p>Parts below a bounded number of levels are matched later. The matcher above keeps the term
 * among the bindings, and a {@link Part} continues from there. So no pattern is too deep for the
 * Java stack, as none is for Erlang's.
 */
final class Head {
  private final Matcher matcher;
  private final Part[] parts;
  private final int slots;
  private final SortedMap<Integer, CompiledExpression> variables;
  private final boolean comparesLargeTerms;

  Head(
      Matcher matcher,
      List<Part> parts,
      int slots,
      SortedMap<Integer, CompiledExpression> variables,
      boolean comparesLargeTerms) {
    this.comparesLargeTerms = comparesLargeTerms;
    this.matcher = matcher;
    this.parts = parts.toArray(new Part[0]);
    this.slots = slots;
    this.variables = variables;
  }

  /** Returns the arity if the head requires nothing else of an object; else -1. */
  int onlyArity() {
    return matcher instanceof Matcher.OfTuple tuple ? tuple.onlyArity() : -1;
  }

  /** Returns the length that the array of bindings must have. */
  int slots() {
    return slots;
  }

  /** Returns the expression that reads each variable of the head, ordered by number. */
  SortedMap<Integer, CompiledExpression> variables() {
    return variables;
  }

  /**
   * Returns whether the time of matching can depend on the size of the terms, and not only on their
   * number.
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

  /** A part of the head, and the place where the matcher above has left the term for it. */
  record Part(int slot, Matcher matcher) {}
}
