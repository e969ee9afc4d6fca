package org.jets.terms.internal.syntax;

/**
 * A scanner of delimited text: quoted atoms, strings, sigils. An error inside is reported at the
 * character at fault, a missing end at the opening delimiter.
 */
final class QuotedScanner {

  static final String TRIPLE_QUOTE = "\"\"\"";

  private static final String OPENING = "([{<'\"/|`#";
  private static final String CLOSING = ")]}>'\"/|`#";

  private QuotedScanner() {}

  /** Reads a string whose opening quote is the next character, on one line or triple-quoted. */
  static String string(SourceText source) {
    int start = source.position();
    String content;
    if (source.startsWith(TRIPLE_QUOTE)) {
      content = TripleQuotedScanner.scan(source, false);
    } else {
      source.skip(1);
      content = escaped(source, start, '"');
    }
    return refuseAnother(source, content);
  }

  /** Reads the delimited part of the sigil that begins at {@code start}. */
  static String sigil(SourceText source, int start, boolean escapes) {
    if (source.startsWith(TRIPLE_QUOTE)) {
      return refuseAnother(source, TripleQuotedScanner.scan(source, escapes));
    }
    int delimiter = OPENING.indexOf(source.peek());
    if (delimiter < 0) {
      throw source.error(
          source.position(), "a sigil without a delimiter (expected: one of ([{<'\"/|`#)");
    }
    source.skip(1);
    char end = CLOSING.charAt(delimiter);
    return escapes ? escaped(source, start, end) : verbatim(source, start, end);
  }

  /**
   * Reads characters up to and including {@code end}, and resolves the escape sequences among them.
   */
  static String escaped(SourceText source, int start, char end) {
    StringBuilder out = new StringBuilder();
    while (true) {
      int at = source.position();
      int c = nextWithin(source, start);
      if (c == end) {
        return out.toString();
      }
      out.appendCodePoint(c == '\\' ? EscapeSequence.read(source, at) : c);
    }
  }

  private static String verbatim(SourceText source, int start, char end) {
    int from = source.position();
    while (nextWithin(source, start) != end) {
      // Every character is read singly, since some are not allowed in a text.
    }
    return source.substring(from, source.position() - 1);
  }

  private static int nextWithin(SourceText source, int start) {
    if (source.peek() == SourceText.END) {
      throw source.error(start, "a quote or delimiter that is not closed");
    }
    return source.next();
  }

  private static String refuseAnother(SourceText source, String content) {
    if (source.peek() == '"') {
      throw source.error(
          source.position(), "a string right behind a string (expected: white space)");
    }
    return content;
  }
}
