package org.jets.terms.internal.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * The value of a float that is written with a base: {@code 2#1.01#e3} is 1.25 * 2^3.
 *
 * <p>As in Erlang, the value is computed from two floats: the digits as one whole number, and the
 * power of the base that scales it. For a base that is no power of two, the result can be one unit
 * in the last place away from the nearest float. Values near the smallest floats can become zero.
 */
public final class BasedFloat {

  /** A power that is infinite in every base, and whose negative is zero. */
  private static final int LARGEST_POWER = 1100;

  private BasedFloat() {}

  /**
   * Returns {@code digits * base^power}. The result is infinite if it or one of its factors is
   * beyond the largest float.
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
