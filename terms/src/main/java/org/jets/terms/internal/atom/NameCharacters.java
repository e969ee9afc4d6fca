package org.jets.terms.internal.atom;

/**
 * The characters of words: atoms without quotes, and variables. Erlang allows only those of
 * Latin-1. An atom with a letter beyond U+00FF needs quotes.
 */
public final class NameCharacters {

  private NameCharacters() {}

  /** Returns whether an atom that begins with {@code c} can do without quotes. */
  public static boolean startsAtom(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7);
  }

  /** Returns whether a word that begins with {@code c} is a variable. */
  public static boolean startsVariable(int c) {
    return (c >= 'A' && c <= 'Z') || c == '_' || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
  }

  public static boolean continuesWord(int c) {
    return startsAtom(c) || startsVariable(c) || isDigit(c) || c == '@';
  }

  public static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Returns the value of a digit in the largest base, 36, or -1. */
  public static int digitValue(int c) {
    if (isDigit(c)) {
      return c - '0';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
  }
}
