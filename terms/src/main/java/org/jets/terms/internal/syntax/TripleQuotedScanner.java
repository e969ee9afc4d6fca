package org.jets.terms.internal.syntax;

import org.jets.terms.internal.text.SourceCharacters;

/**
 * A scanner of triple-quoted strings. Three or more quotes at the end of a line open the string.
 * Its content is the lines that follow, up to a line that begins, after white space, with as many
 * quotes. That white space is the indentation: each line of the content, except empty ones, must
 * have it, and it is removed. The end of the last line is not part of the content.
 */
final class TripleQuotedScanner {

  private TripleQuotedScanner() {}

  static String scan(SourceText source, boolean escapes) {
    int start = source.position();
    int quotes = skipQuotes(source, Integer.MAX_VALUE);
    skipWhiteSpaceInLine(source);
    if (source.peek() == SourceText.END) {
      throw source.error(start, "triple quotes that are not closed");
    }
    if (source.next() != '\n') {
      throw source.error(source.position() - 1, "text on the line of the opening triple quotes");
    }
    int contentStart = source.position();
    int closingLine = skipToClosingQuotes(source, start, quotes);
    int end = source.position();
    String indentation = source.substring(closingLine, end - quotes);
    StringBuilder content = new StringBuilder(closingLine - contentStart);
    source.moveTo(contentStart);
    while (source.position() < closingLine) {
      appendLine(source, escapes, indentation, content);
    }
    source.moveTo(end);
    return withoutLastLineEnd(content);
  }

  private static int skipQuotes(SourceText source, int atMost) {
    int count = 0;
    while (count < atMost && source.skipIf('"')) {
      count++;
    }
    return count;
  }

  private static void skipWhiteSpaceInLine(SourceText source) {
    while (source.peek() != '\n' && SourceCharacters.isWhiteSpace(source.peek())) {
      source.skip(1);
    }
  }

  /** Moves past the closing quotes and returns the start of their line. */
  private static int skipToClosingQuotes(SourceText source, int start, int quotes) {
    while (true) {
      int line = source.position();
      skipWhiteSpaceInLine(source);
      if (skipQuotes(source, quotes) == quotes) {
        return line;
      }
      do {
        if (source.peek() == SourceText.END) {
          throw source.error(start, "triple quotes that are not closed");
        }
      } while (source.next() != '\n');
    }
  }

  /**
   * Appends a line of the content. Escape sequences are resolved first, so that they can be
   * indentation and make empty lines.
   */
  private static void appendLine(
      SourceText source, boolean escapes, String indentation, StringBuilder content) {
    int line = source.position();
    int textStart = content.length();
    do {
      int at = source.position();
      int c = source.next();
      boolean escaped = escapes && c == '\\';
      content.appendCodePoint(escaped ? EscapeSequence.read(source, at) : c);
    } while (source.previous() != '\n');
    if (startsWith(content, textStart, indentation)) {
      content.delete(textStart, textStart + indentation.length());
    } else if (!startsWith(content, textStart, "\n") && !startsWith(content, textStart, "\r\n")) {
      throw source.error(line, "a line without the indentation of the closing triple quotes");
    }
  }

  private static boolean startsWith(StringBuilder text, int from, String prefix) {
    return text.length() - from >= prefix.length()
        && text.substring(from, from + prefix.length()).equals(prefix);
  }

  private static String withoutLastLineEnd(StringBuilder content) {
    int end = content.length();
    if (end > 0 && content.charAt(end - 1) == '\n') {
      end--;
      if (end > 0 && content.charAt(end - 1) == '\r') {
        end--;
      }
    }
    return content.substring(0, end);
  }
}
