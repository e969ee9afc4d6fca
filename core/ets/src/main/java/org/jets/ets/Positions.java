package org.jets.ets;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Positions in objects as operations give them. */
final class Positions {
  private Positions() {}

  /** The largest integer that takes one word in Erlang; beyond it a position is none. */
  static final long MAX_SMALL = (1L << 59) - 1;

  private static final long MIN_SMALL = -MAX_SMALL - 1;

  /** Whether Erlang takes this for a position at all, if only for one that no object has. */
  static boolean isPosition(Term term) {
    return term instanceof IntegerTerm number
        && number.fitsLong()
        && number.longValue() >= MIN_SMALL
        && number.longValue() <= MAX_SMALL;
  }

  /** Returns the position; another one outside all objects where it does not fit in an int. */
  static int clamp(IntegerTerm position) {
    if (position.fitsInt()) {
      return position.intValue();
    }
    return position.signum() < 0 ? -1 : Integer.MAX_VALUE;
  }

  /** Checks that an operation may change this position of an object. */
  static void checkChangeable(Object op, int position, int keypos, Tuple object) {
    if (position == keypos) {
      throw BadArgumentException.keypos(3, "operation", op);
    }
    if (position < 1 || position > object.arity()) {
      throw BadArgumentException.position(3, position, object.arity());
    }
  }
}
