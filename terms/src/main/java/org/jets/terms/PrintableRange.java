package org.jets.terms;

import org.jets.terms.internal.text.SourceCharacters;

/**
 * Which lists of integers and which binaries {@link TermPrinter#prettyPrint} takes for text: those
 * whose characters are all in the range. Erlang chooses with the flag {@code +pc} of {@code erl}.
 */
public enum PrintableRange {
  /**
   * The printable characters of Latin-1 and the controls that have an escape, {@code
   * \b\t\n\v\f\r\e}. The default, as in Erlang.
   */
  LATIN1,
  /**
   * Those and the characters beyond Latin-1; assigned or not, but surrogates, U+FFFE and U+FFFF.
   */
  UNICODE;

  /** Whether a code point is in the range. */
  public boolean contains(int c) {
    if (c < 0xA0) {
      return (c >= ' ' && c <= '~') || (c >= '\b' && c <= '\r') || c == 0x1B;
    }
    return c <= 0xFF || (this == UNICODE && SourceCharacters.isCharacter(c));
  }
}
