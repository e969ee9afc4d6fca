package org.jets.terms;

/**
 * Triple-quoted strings: three or more quotes end their line; the content is the lines that follow,
 * up to one that begins, after white space, with as many quotes. That white space is the
 * indentation, which every line but empty ones must have and which is taken off. The last line's
 * end is not part of the content.
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
    String indentation = source.substring(closingLine, source.position() - quotes);
    String content = withoutIndentation(source, contentStart, closingLine, indentation);
    if (escapes) {
      content = unescape(content, source, contentStart);
    }
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
    while (source.peek() != '\n' && SourceText.isWhiteSpace(source.peek())) {
      source.skip(1);
    }
  }

  /** Moves behind the closing quotes and gives the place where their line begins. */
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

  private static String withoutIndentation(
      SourceText source, int from, int to, String indentation) {
    StringBuilder out = new StringBuilder(to - from);
    int line = from;
    while (line < to) {
      int next = source.indexOf('\n', line) + 1;
      String text = source.substring(line, next);
      if (text.startsWith(indentation)) {
        out.append(text, indentation.length(), text.length());
      } else if (text.equals("\n") || text.equals("\r\n")) {
        out.append(text);
      } else {
        throw source.error(line, "a line without the indentation of the closing triple quotes");
      }
      line = next;
    }
    return out.toString();
  }

  private static String unescape(String content, SourceText source, int contentStart) {
    SourceText inner = new SourceText(content);
    StringBuilder out = new StringBuilder(content.length());
    while (inner.peek() != SourceText.END) {
      int at = inner.position();
      int c = inner.next();
      if (c == '\\') {
        try {
          c = EscapeSequence.read(inner, at);
        } catch (TermSyntaxException e) {
          throw source.error(contentStart, "in the triple-quoted string: " + e.reason());
        }
      }
      out.appendCodePoint(c);
    }
    return out.toString();
  }

  private static String withoutLastLineEnd(String content) {
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
