package org.jets.terms;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One comparison by a {@link TermOrder} that asks its {@link PausableThread} at intervals whether
 * to go on. The comparison that does not ask is separate code, small enough to be fast.
 */
final class PausableComparison {
  private static final int PAIRS = 1024;

  private static final int FEW = 8;

  private final PausableThread thread;
  private final boolean mayWait;
  private int left = PAIRS;

  /**
   * Makes one that has compared nothing.
   *
   * @param mayWait whether the thread may wait, since it holds no lock
   */
  PausableComparison(PausableThread thread, boolean mayWait) {
    this.thread = thread;
    this.mayWait = mayWait;
  }

  private void ask() {
    if (mayWait) {
      thread.pause();
    } else {
      thread.checkCancelled();
    }
  }

  /** Returns whether every comparison with this term ends after a few steps. */
  static boolean isShort(Term term) {
    if (!(term instanceof Tuple tuple)) {
      return !ChildCursor.isCompound(term);
    }
    int arity = tuple.arity();
    boolean isShort = arity <= FEW;
    for (int i = 1; isShort && i <= arity; i++) {
      isShort = !ChildCursor.isCompound(tuple.elementAt(i));
    }
    return isShort;
  }

  /** Compares two terms in an order. */
  int compare(TermOrder order, Term a, Term b) {
    int c = order.compareHeads(a, b);
    return c != 0 || a == b || !ChildCursor.isCompound(a) ? c : compareParts(order, a, b);
  }

  private int compareParts(TermOrder root, Term rootA, Term rootB) {
    Deque<TermOrder.Pair> open = new ArrayDeque<>();
    open.push(TermOrder.Pair.of(root, rootA, rootB));
    while (!open.isEmpty()) {
      if (--left == 0) {
        left = PAIRS;
        ask();
      }
      TermOrder.Pair pair = open.peek();
      if (!pair.advance()) {
        int c = pair.rest();
        if (c != 0) {
          return c;
        }
        open.pop();
      } else if (pair.a != pair.b) {
        int c = pair.order.compareHeads(pair.a, pair.b);
        if (c != 0) {
          return c;
        }
        if (ChildCursor.isCompound(pair.a)) {
          open.push(TermOrder.Pair.of(pair.order, pair.a, pair.b));
        }
      }
    }
    return 0;
  }
}
