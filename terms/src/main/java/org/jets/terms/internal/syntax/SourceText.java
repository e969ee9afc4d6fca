package org.jets.terms.internal.syntax;

import org.jets.terms.TermSyntaxException;
import org.jets.terms.internal.text.SourceCharacters;

/**
 * The text that is read, with a position in it. Characters are code points. Surrogates, U+FFFE and
 * U+FFFF, which are no characters in Erlang, are refused everywhere. Lines and columns are computed
 * only to report an error.
 */
final class SourceText {

  /** The value of {@link #peek} at the end. */
  static final int END = -1;

  private final String text;
  private int position;

  SourceText(String text) {
    this.text = text;
  }

  int position() {
    return position;
  }

  void moveTo(int position) {
    this.position = position;
  }

  String substring(int from, int to) {
    return text.substring(from, to);
  }

  /** Returns the next UTF-16 unit, which suffices to recognize the characters of the syntax. */
  int peek() {
    return peek(0);
  }

  int peek(int ahead) {
    int at = position + ahead;
    return at < text.length() ? text.charAt(at) : END;
  }

  /** Returns the last UTF-16 unit that was read. The caller has read one. */
  int previous() {
    return text.charAt(position - 1);
  }

  void skip(int units) {
    position += units;
  }

  boolean skipIf(char c) {
    if (peek() != c) {
      return false;
    }
    position++;
    return true;
  }

  boolean startsWith(String prefix) {
    return text.startsWith(prefix, position);
  }

  /** Reads one code point. The caller has checked that there is one. */
  int next() {
    int c = text.codePointAt(position);
    if (!SourceCharacters.isCharacter(c)) {
      throw error(position, String.format("illegal character U+%04X", c));
    }
    position += Character.charCount(c);
    return c;
  }

  TermSyntaxException error(int at, String reason) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < at; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new TermSyntaxException(line, text.codePointCount(lineStart, at) + 1, reason);
  }
}
