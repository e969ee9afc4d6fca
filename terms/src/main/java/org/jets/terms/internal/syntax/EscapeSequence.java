package org.jets.terms.internal.syntax;

import org.jets.terms.internal.atom.NameCharacters;
import org.jets.terms.internal.text.SourceCharacters;

/**
 * The escape sequences in quoted atoms, strings and characters: {@code \n} and the like, one to
 * three octal digits, {@code \xHH}, {@code \x{H...}}, and {@code \^C} for the control character of
 * {@code C}. After a backslash, any other character stands for itself.
 */
final class EscapeSequence {

  private EscapeSequence() {}

  /** Reads the sequence after the backslash at {@code start} and returns its code point. */
  static int read(SourceText source, int start) {
    if (source.peek() == SourceText.END) {
      throw source.error(start, "the text ends within an escape sequence");
    }
    int c = source.next();
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0B;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'e' -> 0x1B;
      case 's' -> ' ';
      case 'd' -> 0x7F;
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(source, c);
      case 'x' -> hexadecimal(source, start);
      case '^' -> control(source, start);
      default -> c;
    };
  }

  private static int octal(SourceText source, int first) {
    int value = first - '0';
    for (int i = 0; i < 2 && source.peek() >= '0' && source.peek() <= '7'; i++) {
      value = 8 * value + source.next() - '0';
    }
    return value;
  }

  private static int hexadecimal(SourceText source, int start) {
    int value;
    if (source.skipIf('{')) {
      value = hexDigit(source, start);
      while (source.peek() != '}') {
        // A value that is too large stays too large, however many digits follow.
        value = Math.min(16 * value + hexDigit(source, start), Character.MAX_CODE_POINT + 1);
      }
      source.skip(1);
    } else {
      value = 16 * hexDigit(source, start);
      value += hexDigit(source, start);
    }
    if (!SourceCharacters.isCharacter(value)) {
      throw source.error(start, "the escape sequence stands for no character");
    }
    return value;
  }

  private static int hexDigit(SourceText source, int start) {
    int digit = NameCharacters.digitValue(source.peek());
    if (digit < 0 || digit >= 16) {
      throw source.error(start, "\\x without two hexadecimal digits, or digits in braces");
    }
    source.skip(1);
    return digit;
  }

  private static int control(SourceText source, int start) {
    int c = source.peek();
    if (c == '?') {
      source.skip(1);
      return 0x7F;
    }
    if ((c >= '@' && c <= '_') || (c >= 'a' && c <= 'z')) {
      source.skip(1);
      return c & 0x1F;
    }
    throw source.error(
        start, "\\^ without the character of a control (expected: @ to _, a to z, ?)");
  }
}
