package org.jets.terms;

import org.jets.terms.internal.text.SourceCharacters;

/**
 * The range of characters that {@link TermPrinter#prettyPrint} prints as text. A list of integers
 * or a binary is printed as text if all its characters are in the range. In Erlang, the flag {@code
 * +pc} of {@code erl} chooses the range.
 */
public enum PrintableRange {
  /**
   * The printable characters of Latin-1 and the controls that have an escape, {@code
   * \b\t\n\v\f\r\e}. The default, as in Erlang.
   */
  LATIN1,
  /**
   * The characters of {@link #LATIN1} and all code points beyond, assigned or not, except
   * surrogates, U+FFFE and U+FFFF.
   */
  UNICODE;

  /** Returns whether a code point is in the range. */
  public boolean contains(int c) {
    if (c < 0xA0) {
      return (c >= ' ' && c <= '~') || (c >= '\b' && c <= '\r') || c == 0x1B;
    }
    return c <= 0xFF || (this == UNICODE && SourceCharacters.isCharacter(c));
  }
}
