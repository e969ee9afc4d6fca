package org.jets.terms.internal.syntax;

import org.jets.terms.TermSyntaxException;
import org.jets.terms.internal.text.SourceCharacters;

/**
 * The text that is read, with a place in it. Characters are code points; those that Erlang takes
 * for no characters at all, surrogates and U+FFFE and U+FFFF, are refused wherever they stand.
 * Lines and columns are worked out when there is an error to report, not before.
 */
final class SourceText {

  /** What {@link #peek} gives at the end. */
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

  /** The next UTF-16 unit: enough for whoever looks for characters of the syntax. */
  int peek() {
    return peek(0);
  }

  int peek(int ahead) {
    int at = position + ahead;
    return at < text.length() ? text.charAt(at) : END;
  }

  /** The last UTF-16 unit that was read. The caller has read one. */
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

  /** Reads one code point. The caller has seen that there is one. */
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
