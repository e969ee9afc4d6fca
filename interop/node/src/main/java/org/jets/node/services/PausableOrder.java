package org.jets.node.services;

import java.util.Comparator;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/** The standard order of terms for one sort, which lets the thread pause at intervals. */
final class PausableOrder implements Comparator<Term> {
  private static final int COMPARISONS = 1024;

  private final @Nullable PausableThread thread = PausableThread.current();
  private int left = COMPARISONS;

  @Override
  public int compare(Term a, Term b) {
    if (--left == 0) {
      left = COMPARISONS;
      if (thread != null) {
        thread.pause();
      }
    }
    return TermOrder.STANDARD.comparePausing(a, b);
  }
}
