package org.jets.terms.internal.syntax;

import java.math.BigInteger;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermSyntaxException;
import org.jets.terms.internal.atom.NameCharacters;
import org.jets.terms.internal.text.BasedFloat;
import org.jets.terms.internal.text.IntegerDigits;

/**
 * A scanner of integers and floats: {@code 42}, {@code 1_000}, {@code 16#ff}, {@code 1.5e-3},
 * {@code 2#1.01#e3}. A single underscore may stand between two digits. No letter may follow a
 * number.
 */
final class NumberScanner {

  private static final int LARGEST_BASE = 36;

  /** The largest size in bits of an integer that is read in about linear time. */
  private static final int LARGE_BITS = 16_384;

  private static final BigInteger OUT_OF_REACH = BigInteger.TWO.pow(Integer.SIZE);

  private final SourceText source;
  private final int maxIntegerBits;
  private int start;

  /** The sum of the bits of all large integers so far. */
  private long largeBits;

  NumberScanner(SourceText source, int maxIntegerBits) {
    this.source = source;
    this.maxIntegerBits = maxIntegerBits;
  }

  /** Reads the number whose first digit is the next character. */
  Term scan() {
    start = source.position();
    String whole = digits(10);
    Term number;
    if (source.peek() == '#') {
      number = based(base(whole));
    } else if (source.peek() == '.' && NameCharacters.isDigit(source.peek(1))) {
      number = decimalFloat(whole);
    } else {
      number = integer(whole, 10);
    }
    if (NameCharacters.continuesWord(source.peek())) {
      throw source.error(source.position(), "a number goes on with no digit of its base");
    }
    return number;
  }

  /** Reads the digits that come next, perhaps none, without the underscores between them. */
  private String digits(int base) {
    int from = source.position();
    boolean separated = false;
    while (true) {
      if (isDigit(source.peek(), base)) {
        source.skip(1);
      } else if (source.peek() == '_'
          && source.position() > from
          && isDigit(source.peek(1), base)) {
        separated = true;
        source.skip(2);
      } else {
        String digits = source.substring(from, source.position());
        return separated ? digits.replace("_", "") : digits;
      }
    }
  }

  private static boolean isDigit(int c, int base) {
    int value = NameCharacters.digitValue(c);
    return value >= 0 && value < base;
  }

  private int base(String digits) {
    BigInteger base = integerValue(digits, 10);
    if (base.compareTo(BigInteger.TWO) < 0
        || base.compareTo(BigInteger.valueOf(LARGEST_BASE)) > 0) {
      String shown = digits.length() <= 10 ? digits : digits.substring(0, 10) + "...";
      throw source.error(start, "base: " + shown + " (expected: 2 to 36)");
    }
    return base.intValueExact();
  }

  private Term based(int base) {
    source.skip(1);
    String whole = digits(base);
    if (source.peek() == '.' && isDigit(source.peek(1), base)) {
      source.skip(1);
      return basedFloat(whole, digits(base), base);
    }
    return whole.isEmpty() ? refuseBase() : integer(whole, base);
  }

  private Term refuseBase() {
    throw source.error(start, "a base without a digit behind it");
  }

  private Term basedFloat(String whole, String fraction, int base) {
    String exponent = "0";
    if (source.peek() == '#' && isExponentMark(source.peek(1))) {
      source.skip(2);
      exponent = exponent();
    }
    if (base == 10) {
      return whole.isEmpty() ? refuseBase() : decimalFloat(whole, fraction, exponent);
    }
    // Erlang drops trailing zeros except for the first digit. Doing so here gives the same float.
    int places = fraction.length();
    while (places > 1 && fraction.charAt(places - 1) == '0') {
      places--;
    }
    BigInteger digits = integerValue(whole + fraction.substring(0, places), base);
    return finite(BasedFloat.of(digits, base, bounded(exponent) - places));
  }

  /**
   * Returns the exponent, bounded to a value for which the scaled number is zero or infinite
   * anyway.
   */
  private static long bounded(String exponent) {
    BigInteger value = new BigInteger(exponent.substring(0, Math.min(exponent.length(), 12)));
    return value.min(OUT_OF_REACH).max(OUT_OF_REACH.negate()).longValueExact();
  }

  private Term decimalFloat(String whole) {
    source.skip(1);
    String fraction = digits(10);
    String exponent = "0";
    if (isExponentMark(source.peek())) {
      source.skip(1);
      exponent = exponent();
    }
    return decimalFloat(whole, fraction, exponent);
  }

  private Term decimalFloat(String whole, String fraction, String exponent) {
    return finite(Double.parseDouble(whole + '.' + fraction + 'e' + exponent));
  }

  private static boolean isExponentMark(int c) {
    return c == 'e' || c == 'E';
  }

  /** Reads an exponent: a minus sign if there is one, and the digits without leading zeros. */
  private String exponent() {
    boolean negative = source.skipIf('-');
    if (!negative) {
      source.skipIf('+');
    }
    String digits = digits(10);
    if (digits.isEmpty()) {
      throw source.error(source.position(), "an exponent without a digit");
    }
    return (negative ? "-" : "") + digits.substring(zerosInFront(digits));
  }

  private Term finite(double value) {
    if (Double.isInfinite(value)) {
      throw source.error(start, "a float beyond the largest, 1.7976931348623157e308");
    }
    return FloatTerm.of(value);
  }

  private Term integer(String digits, int base) {
    if (digits.length() <= 12) { // 36^12 < 2^63
      long value = Long.parseLong(digits, base);
      if (Long.SIZE - Long.numberOfLeadingZeros(value) > maxIntegerBits) {
        throw tooLarge();
      }
      return IntegerTerm.of(value);
    }
    return IntegerTerm.of(integerValue(digits, base));
  }

  private BigInteger integerValue(String digits, int base) {
    String significant = digits.substring(zerosInFront(digits));
    // A lower bound of the bits: the whole bits of each digit except the first. The exact number is
    // checked below.
    int bitsOfDigit = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(base);
    long bits = (significant.length() - 1L) * bitsOfDigit;
    if (bits > maxIntegerBits) {
      throw tooLarge();
    }
    if (bits > LARGE_BITS) {
      largeBits += bits;
      if (largeBits > maxIntegerBits) {
        throw source.error(
            start, "large integers of more than " + maxIntegerBits + " bits together");
      }
    }
    BigInteger value = IntegerDigits.parse(significant, base);
    if (value.bitLength() > maxIntegerBits) {
      throw tooLarge();
    }
    return value;
  }

  /** Returns the number of leading zeros to drop. The last digit is never dropped. */
  private static int zerosInFront(String digits) {
    int zeros = 0;
    while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return zeros;
  }

  private TermSyntaxException tooLarge() {
    return source.error(start, "an integer of more than " + maxIntegerBits + " bits");
  }
}
