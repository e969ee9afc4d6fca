package org.jets.ets.argument;

import org.jets.terms.Term;
import org.jets.terms.TermPrinter;

/** The text by which messages show values of a program, limited to some lines. */
public final class ValueText {
  /** The largest number of characters of each value. */
  public static final int MAX_LENGTH = 200;

  private ValueText() {}

  /**
   * Returns the beginning of a value's text, which splits no character. The rest of a term is not
   * printed.
   */
  public static String of(Object value) {
    if (value instanceof Term term) {
      return TermPrinter.printStart(term, MAX_LENGTH);
    }
    String text = value.toString();
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    boolean splitsPair = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
    return text.substring(0, splitsPair ? MAX_LENGTH - 1 : MAX_LENGTH) + "...";
  }
}
