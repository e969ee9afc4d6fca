package org.jets.terms;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * The value of a float that is written in a base of its own: {@code 2#1.01#e3} is 1.25 * 2^3.
 *
 * <p>Erlang computes it from two floats, the digits as one whole number and the power of the base
 * that scales it, and so do we: in bases that are no power of two the result can be a unit in the
 * last place away from the nearest float, and tiny numbers become zero early.
 */
final class BasedFloat {

  /** Beyond, every base to that power is infinite, or zero. */
  private static final int LARGEST_POWER = 1100;

  private BasedFloat() {}

  /**
   * The value of {@code digits * base^power}; infinite where it or one of its two factors is beyond
   * all floats.
   */
  static double of(BigInteger digits, int base, long power) {
    double whole = digits.doubleValue();
    double scale = powerOf(base, power);
    return Double.isInfinite(whole) || Double.isInfinite(scale)
        ? Double.POSITIVE_INFINITY
        : whole * scale;
  }

  private static double powerOf(int base, long power) {
    if (power > LARGEST_POWER) {
      return Double.POSITIVE_INFINITY;
    }
    if (power < -LARGEST_POWER) {
      return 0;
    }
    BigInteger scale = BigInteger.valueOf(base).pow((int) Math.abs(power));
    return power >= 0
        ? scale.doubleValue()
        : BigDecimal.ONE.divide(new BigDecimal(scale), MathContext.DECIMAL128).doubleValue();
  }
}
