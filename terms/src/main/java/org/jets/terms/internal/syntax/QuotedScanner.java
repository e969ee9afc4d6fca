package org.jets.terms.internal.syntax;

/**
 * What stands between delimiters: quoted atoms, strings, sigils. Errors within are reported where
 * the character at fault stands, a missing end where the delimiter stands.
 */
final class QuotedScanner {

  static final String TRIPLE_QUOTE = "\"\"\"";

  private static final String OPENING = "([{<'\"/|`#";
  private static final String CLOSING = ")]}>'\"/|`#";

  private QuotedScanner() {}

  /** A string whose opening quote is the next character, on one line or triple-quoted. */
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

  /** The delimited part of the sigil that begins at {@code start}. */
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

  /** Characters up to {@code end} and over it, the escape sequences among them resolved. */
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
      // Every character is looked at, since there are some that may not be in a text.
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
