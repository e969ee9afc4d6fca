package org.jets.ets.argument;

import org.jets.terms.Term;
import org.jets.terms.TermPrinter;

/** How messages show what a program has given to a table: no more of it than fits on some lines. */
public final class Shown {
  /** How many characters of each value. */
  public static final int MAX_LENGTH = 200;

  private Shown() {}

  /** Returns the beginning of a value's text; of a term no more is printed. */
  public static String of(Object value) {
    if (value instanceof Term term) {
      return TermPrinter.printStart(term, MAX_LENGTH);
    }
    String text = value.toString();
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
  }
}
