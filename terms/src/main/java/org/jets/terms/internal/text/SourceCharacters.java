package org.jets.terms.internal.text;

/** The kinds of characters in Erlang source text. */
public final class SourceCharacters {

  private SourceCharacters() {}

  /** Returns whether Erlang accepts the code point in texts. */
  public static boolean isCharacter(int c) {
    return c < Character.MIN_SURROGATE
        || (c > Character.MAX_SURROGATE && c < 0xFFFE)
        || (c > 0xFFFF && c <= Character.MAX_CODE_POINT);
  }

  /**
   * Returns whether a character is a blank, a control, or an upper control or the no-break space of
   * Latin-1.
   */
  public static boolean isWhiteSpace(int c) {
    return (c >= 0 && c <= ' ') || (c >= 0x80 && c <= 0xA0);
  }
}
