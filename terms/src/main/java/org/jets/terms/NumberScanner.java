package org.jets.terms;

import java.math.BigInteger;

/**
 * Integers and floats: {@code 42}, {@code 1_000}, {@code 16#ff}, {@code 1.5e-3}, {@code 2#1.01#e3}.
 * A single underscore may stand between two digits. No letter may follow a number.
 */
final class NumberScanner {

  private static final int LARGEST_BASE = 36;

  private final SourceText source;
  private final int maxIntegerBits;
  private int start;

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

  /** Digits as far as they go, perhaps none, without the underscores between them. */
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
      throw source.error(start, "a base that is none (expected: 2 to 36)");
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
    if (whole.isEmpty()) {
      throw source.error(source.position(), "a base and no digit of it");
    }
    return integer(whole, base);
  }

  private Term basedFloat(String whole, String fraction, int base) {
    long exponent = 0;
    if (source.peek() == '#' && (source.peek(1) == 'e' || source.peek(1) == 'E')) {
      source.skip(2);
      boolean negative = exponentSign() == '-';
      BigInteger value = integerValue(exponentDigits(), 10);
      // Any exponent beyond 32 bits is as good as any other: the power is zero or infinite.
      long bounded = value.bitLength() < Integer.SIZE ? value.longValueExact() : 1L << Integer.SIZE;
      exponent = negative ? -bounded : bounded;
    }
    BigInteger digits = integerValue(whole + fraction, base);
    return finite(BasedFloat.of(digits, base, exponent - fraction.length()));
  }

  private Term decimalFloat(String whole) {
    source.skip(1);
    StringBuilder text = new StringBuilder(whole).append('.').append(digits(10));
    if (source.peek() == 'e' || source.peek() == 'E') {
      source.skip(1);
      text.append('e').append(exponentSign()).append(exponentDigits());
    }
    return finite(Double.parseDouble(text.toString()));
  }

  private char exponentSign() {
    if (source.skipIf('-')) {
      return '-';
    }
    source.skipIf('+');
    return '+';
  }

  private String exponentDigits() {
    String digits = digits(10);
    if (digits.isEmpty()) {
      throw source.error(source.position(), "an exponent without a digit");
    }
    return digits;
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
    // A digit of base b has at least floor(log2(b)) bits; the exact length is known afterwards.
    int zeros = 0;
    while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
      zeros++;
    }
    long bitsAtLeast =
        (digits.length() - zeros - 1L) * (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(base));
    if (bitsAtLeast > maxIntegerBits) {
      throw tooLarge();
    }
    BigInteger value = IntegerDigits.parse(digits.substring(zeros), base);
    if (value.bitLength() > maxIntegerBits) {
      throw tooLarge();
    }
    return value;
  }

  private TermSyntaxException tooLarge() {
    return source.error(start, "an integer of more than " + maxIntegerBits + " bits");
  }
}
