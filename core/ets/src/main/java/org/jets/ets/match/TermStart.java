package org.jets.ets.match;

import org.jets.terms.Term;
import org.jets.terms.TermPrinter;

/** The beginnings of terms, for messages and debuggers. */
final class TermStart {
  private static final int MAX_LENGTH = 200;

  private TermStart() {}

  /** Returns the first characters of a term. The rest is not printed. */
  static String of(Term term) {
    return TermPrinter.printStart(term, MAX_LENGTH);
  }
}
