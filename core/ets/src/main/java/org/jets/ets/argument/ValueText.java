package org.jets.ets.argument;

import org.jets.terms.Term;
import org.jets.terms.TermPrinter;

/** The text by which messages show values of a program, limited to some lines. */
public final class ValueText {
  /** The largest number of characters of each value. */
  public static final int MAX_LENGTH = 200;

  private ValueText() {}

  /** Returns the beginning of a value's text. The rest of a term is not printed. */
  public static String of(Object value) {
    if (value instanceof Term term) {
      return TermPrinter.printStart(term, MAX_LENGTH);
    }
    String text = value.toString();
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
  }
}
