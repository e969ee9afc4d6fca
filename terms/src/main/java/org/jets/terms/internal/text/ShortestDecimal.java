package org.jets.terms.internal.text;

import java.math.BigInteger;

/**
 * The shortest decimal that reads back as a given double: {@code digits * 10^exponent}, without
 * trailing zeros in the digits. Of several shortest decimals it is the closest; of two equally
 * close ones, the even one.
 *
 * <p>A double stands for all reals between the midpoints to its two neighbours. The midpoints are
 * included if its significand is even. Let {@code 10^k} be the largest power of ten that is no
 * wider than this interval. The interval contains at least one multiple of {@code 10^k} and at most
 * one of {@code 10^(k+1)}. A multiple of {@code 10^(k+1)} is shorter and is the result. Otherwise,
 * the result is one of the two multiples of {@code 10^k} around the double.
 *
 * <p>This is the observation of R. Giulietti, <i>The Schubfach way to render doubles</i>, 2020. The
 * implementation uses plain big-integer arithmetic, which needs no table and no error analysis.
 * {@code Double.toString} does not give the shortest digits before JDK 19.
 *
 * <p>Cost: whole numbers below 2^53 take no big integer. Others take a few multiplications and one
 * division of up to 1,100 bits.
 */
record ShortestDecimal(long digits, int exponent) {

  private static final double LOG10_2 = Math.log10(2);
  private static final double LOG10_3_4 = Math.log10(0.75);
  private static final int FRACTION_BITS = 52;
  private static final long HIDDEN_BIT = 1L << FRACTION_BITS;
  private static final int SMALLEST_EXPONENT = -1074;
  private static final double TWO_POW_53 = 0x1p53;

  /** Returns the shortest decimal of a positive, finite double. */
  static ShortestDecimal of(double value) {
    if (value < TWO_POW_53 && value == (long) value) {
      return withoutTrailingZeros((long) value, 0);
    }
    long bits = Double.doubleToRawLongBits(value);
    int biased = (int) (bits >>> FRACTION_BITS);
    long fraction = bits & (HIDDEN_BIT - 1);
    long significand = biased == 0 ? fraction : fraction | HIDDEN_BIT;
    int q = biased == 0 ? SMALLEST_EXPONENT : biased - 1 + SMALLEST_EXPONENT;
    // The neighbour below a power of two is only half as far away as the one above.
    boolean powerOfTwo = fraction == 0 && biased > 1;
    int k = (int) Math.floor(q * LOG10_2 + (powerOfTwo ? LOG10_3_4 : 0));

    // value = significand * binary / decimal in units of 10^k. All comparisons are made in
    // quarters.
    BigInteger binary = BigInteger.ONE.shiftLeft(Math.max(q, 0));
    BigInteger decimal = BigInteger.ONE.shiftLeft(Math.max(-q, 0) + 2);
    if (k < 0) {
      binary = binary.multiply(BigInteger.TEN.pow(-k));
    } else {
      decimal = decimal.multiply(BigInteger.TEN.pow(k));
    }
    BigInteger exact = binary.multiply(BigInteger.valueOf(4 * significand));
    BigInteger low = binary.multiply(BigInteger.valueOf(4 * significand - (powerOfTwo ? 1 : 2)));
    BigInteger high = binary.multiply(BigInteger.valueOf(4 * significand + 2));
    Interval interval = new Interval(low, high, (significand & 1) == 0);

    BigInteger[] division = exact.divideAndRemainder(decimal);
    long floor = division[0].longValueExact();
    long shorter = floor / 10 * 10;
    if (shorter > 0 && interval.contains(BigInteger.valueOf(shorter).multiply(decimal))) {
      return withoutTrailingZeros(shorter, k);
    }
    if (interval.contains(BigInteger.valueOf(shorter + 10).multiply(decimal))) {
      return withoutTrailingZeros(shorter + 10, k);
    }
    boolean floorFits = floor > 0 && interval.contains(division[0].multiply(decimal));
    boolean ceilingFits = interval.contains(BigInteger.valueOf(floor + 1).multiply(decimal));
    if (floorFits && ceilingFits) {
      int half = division[1].shiftLeft(1).compareTo(decimal);
      floorFits = half < 0 || (half == 0 && (floor & 1) == 0);
    }
    return withoutTrailingZeros(floorFits ? floor : floor + 1, k);
  }

  private static ShortestDecimal withoutTrailingZeros(long digits, int exponent) {
    while (digits % 10 == 0) {
      digits /= 10;
      exponent++;
    }
    return new ShortestDecimal(digits, exponent);
  }

  private record Interval(BigInteger low, BigInteger high, boolean closed) {
    boolean contains(BigInteger x) {
      int fromLow = x.compareTo(low);
      int toHigh = high.compareTo(x);
      return closed ? fromLow >= 0 && toHigh >= 0 : fromLow > 0 && toHigh > 0;
    }
  }
}
