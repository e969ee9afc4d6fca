package org.jets.terms;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The order of numbers. An integer and a float are compared exactly: neither is rounded to the
 * other's type.
 */
final class NumberOrder {
  /** The smallest power of two that a {@code long} does not reach. */
  private static final double TWO_TO_63 = 0x1p63;

  private NumberOrder() {}

  /**
   * Compares two terms that are integers or floats.
   *
   * @param exact whether integers come before floats and {@code -0.0} before {@code 0.0}, whatever
   *     their values
   */
  static int compare(Term a, Term b, boolean exact) {
    if (a instanceof IntegerTerm x) {
      return b instanceof IntegerTerm y
          ? compareIntegers(x, y)
          : exact ? -1 : compareIntegerWithFloat(x, ((FloatTerm) b).value());
    }
    double x = ((FloatTerm) a).value();
    if (b instanceof IntegerTerm y) {
      return exact ? 1 : -compareIntegerWithFloat(y, x);
    }
    double y = ((FloatTerm) b).value();
    // Double.compare orders -0.0 before 0.0; the comparison operators treat them as equal.
    return exact ? Double.compare(x, y) : x < y ? -1 : x > y ? 1 : 0;
  }

  private static int compareIntegers(IntegerTerm a, IntegerTerm b) {
    if (a.fitsLong() && b.fitsLong()) {
      return Long.compare(a.longValue(), b.longValue());
    }
    return a.bigIntegerValue().compareTo(b.bigIntegerValue());
  }

  private static int compareIntegerWithFloat(IntegerTerm integer, double real) {
    return integer.fitsLong()
        ? compareLongWithFloat(integer.longValue(), real)
        : compareBigWithFloat(integer.bigIntegerValue(), real);
  }

  private static int compareLongWithFloat(long integer, double real) {
    if (real >= TWO_TO_63) {
      return -1;
    }
    if (real < -TWO_TO_63) {
      return 1;
    }
    long whole = (long) real;
    if (integer != whole) {
      return Long.compare(integer, whole);
    }
    // At 2^53 and beyond, a double has no fraction. Below 2^53, the conversion back is exact.
    return Double.compare(0.0, real - whole + 0.0);
  }

  private static int compareBigWithFloat(BigInteger integer, double real) {
    if (integer.bitLength() > Double.MAX_EXPONENT + 1 || Math.abs(real) < TWO_TO_63) {
      return integer.signum();
    }
    return integer.compareTo(new BigDecimal(real).toBigInteger());
  }
}
