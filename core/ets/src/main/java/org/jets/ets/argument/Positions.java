package org.jets.ets.argument;

import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;

/** Integers that Erlang accepts as positions, limits and slots: those of one word. */
public final class Positions {
  private Positions() {}

  /** The largest integer that takes one word in Erlang. */
  public static final long MAX_SMALL = (1L << 59) - 1;

  private static final long MIN_SMALL = -MAX_SMALL - 1;

  /** Returns whether a term is an integer of one word, even if no object has that position. */
  public static boolean isPosition(Term term) {
    return term instanceof IntegerTerm number
        && number.fitsLong()
        && number.longValue() >= MIN_SMALL
        && number.longValue() <= MAX_SMALL;
  }

  /** Returns the position; if it does not fit in an int, another one outside all objects. */
  public static int clamp(IntegerTerm position) {
    if (position.fitsInt()) {
      return position.intValue();
    }
    return position.signum() < 0 ? -1 : Integer.MAX_VALUE;
  }
}
