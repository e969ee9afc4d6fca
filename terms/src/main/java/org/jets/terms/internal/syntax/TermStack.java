package org.jets.terms.internal.syntax;

import java.util.Arrays;
import org.jets.terms.Term;

/** A stack of terms that were read and wait for the constructs around them to be closed. */
final class TermStack {

  private Term[] terms = new Term[16];
  private int count;

  int count() {
    return count;
  }

  void push(Term term) {
    if (count == terms.length) {
      terms = Arrays.copyOf(terms, count + (count >> 1));
    }
    terms[count++] = term;
  }

  Term pop() {
    return terms[--count];
  }

  /** Removes and returns all terms except the oldest {@code below} ones. */
  Term[] takeFrom(int below) {
    Term[] taken = Arrays.copyOfRange(terms, below, count);
    Arrays.fill(terms, below, count, null);
    count = below;
    return taken;
  }
}
