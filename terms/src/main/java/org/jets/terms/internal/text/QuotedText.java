package org.jets.terms.internal.text;

/**
 * The text between the quotes of printed atoms and strings. Printable characters stand for
 * themselves. Others are printed as an escape such as {@code }, or as three octal digits.
 */
public final class QuotedText {

  private QuotedText() {}

  public static void append(StringBuilder out, String text, char quote) {
    out.append(quote);
    for (int i = 0; i < text.length(); i++) {
      appendEscaped(out, text.charAt(i), quote);
    }
    out.append(quote);
  }

  private static void appendEscaped(StringBuilder out, char c, char quote) {
    if (c == quote || c == '\\') {
      out.append('\\').append(c);
      return;
    }
    if ((c >= ' ' && c < 0x7F) || c >= 0xA0) {
      out.append(c);
      return;
    }
    out.append('\\');
    switch (c) {
      case '\b' -> out.append('b');
      case '\t' -> out.append('t');
      case '\n' -> out.append('n');
      case 0x0B -> out.append('v');
      case '\f' -> out.append('f');
      case '\r' -> out.append('r');
      case 0x1B -> out.append('e');
      case 0x7F -> out.append('d');
      default -> {
        out.append((char) ('0' + (c >> 6)));
        out.append((char) ('0' + ((c >> 3) & 7)));
        out.append((char) ('0' + (c & 7)));
      }
    }
  }
}
