package org.jets.terms.internal.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * The value of a float that is written in a base of its own: {@code 2#1.01#e3} is 1.25 * 2^3.
 *
 * <p>Erlang computes it from two floats, the digits as one whole number and the power of the base
 * that scales it, and so do we: in bases that are no power of two the result can be a unit in the
 * last place away from the nearest float, and numbers near the smallest become zero early.
 */
public final class BasedFloat {

  /** Beyond, every base to that power is infinite, or zero. */
  private static final int LARGEST_POWER = 1100;

  private BasedFloat() {}

  /**
   * The value of {@code digits * base^power}; infinite where it or one of its factors is beyond all
   * floats.
   */
  public static double of(BigInteger digits, int base, long power) {
    double whole = digits.doubleValue();
    if (Double.isInfinite(whole) || power > LARGEST_POWER) {
      return Double.POSITIVE_INFINITY;
    }
    if (power < -LARGEST_POWER) {
      return 0;
    }
    BigInteger scale = BigInteger.valueOf(base).pow((int) Math.abs(power));
    double factor = power >= 0 ? scale.doubleValue() : inverse(scale);
    return Double.isInfinite(factor) ? factor : whole * factor;
  }

  private static double inverse(BigInteger value) {
    return BigDecimal.ONE.divide(new BigDecimal(value), MathContext.DECIMAL128).doubleValue();
  }
}
