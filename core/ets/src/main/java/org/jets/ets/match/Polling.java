package org.jets.ets.match;

import org.jets.terms.Atom;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;

/**
 * Polls a {@link PausableThread} before each step of a specification whose time depends on the size
 * of terms. Steps on atoms and small numbers cost only a test of their class.
 */
final class Polling {
  private Polling() {}

  /** Polls before a step whose time depends on the size of this term. */
  static void before(Term term, MatchContext context) {
    if (isLarge(term)) {
      poll(context);
    }
  }

  /**
   * Polls before a step whose time depends on the size of the smaller term.
   *
   * @return whether to poll the thread during the step too
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
   * Polls the current thread.
   *
   * @return whether the thread can be polled
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
