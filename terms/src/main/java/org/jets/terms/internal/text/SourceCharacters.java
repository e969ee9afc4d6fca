package org.jets.terms.internal.text;

/** The kinds of characters that stand in texts of Erlang. */
public final class SourceCharacters {

  private SourceCharacters() {}

  /** Whether Erlang has the code point in texts. */
  public static boolean isCharacter(int c) {
    return c < Character.MIN_SURROGATE
        || (c > Character.MAX_SURROGATE && c < 0xFFFE)
        || (c > 0xFFFF && c <= Character.MAX_CODE_POINT);
  }

  /** Blanks, controls, and the upper controls of Latin-1 with the no-break space. */
  public static boolean isWhiteSpace(int c) {
    return (c >= 0 && c <= ' ') || (c >= 0x80 && c <= 0xA0);
  }
}
