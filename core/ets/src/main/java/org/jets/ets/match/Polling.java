package org.jets.ets.match;

import org.jets.terms.Atom;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;

/**
 * Asks a {@link PausableThread} to go on, before each step of a specification that can take as long
 * as the terms are large. Steps on atoms and small numbers cost a test of their class.
 */
final class Polling {
  private Polling() {}

  /** Asks before a step that takes time in the size of this term. */
  static void before(Term term, MatchContext context) {
    if (isLarge(term)) {
      poll(context);
    }
  }

  /**
   * Asks before a step that takes time in the size of the smaller term.
   *
   * @return whether the thread is one to ask during the step too
   */
  static boolean before(Term a, Term b, MatchContext context) {
    return isLarge(a) && isLarge(b) && poll(context);
  }

  /** Returns whether the term's size has no small bound. */
  static boolean isLarge(Term term) {
    if (term instanceof IntegerTerm integer) {
      return !integer.fitsLong();
    }
    return !(term instanceof Atom || term instanceof FloatTerm);
  }

  /**
   * Asks the current thread.
   *
   * @return whether it is one to ask
   */
  static boolean poll(MatchContext context) {
    PausableThread thread = PausableThread.current();
    if (thread == null) {
      return false;
    }
    if (context.isLocked()) {
      thread.checkCancelled();
    } else {
      thread.pause();
    }
    return true;
  }
}
