package org.jets.terms.internal.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A converter from digits of any base to an integer. Long texts are split in halves until they are
 * short. The cost is that of multiplying big integers, some n^1.5 steps, where {@code
 * BigInteger(String)} takes n^2.
 */
public final class IntegerDigits {

  private static final int SHORT = 512;

  private IntegerDigits() {}

  public static BigInteger parse(String digits, int base) {
    if (digits.length() <= SHORT) {
      return new BigInteger(digits, base);
    }
    List<BigInteger> powers = new ArrayList<>(); // base^(SHORT * 2^i)
    powers.add(BigInteger.valueOf(base).pow(SHORT));
    for (long length = 2L * SHORT; length < digits.length(); length *= 2) {
      BigInteger last = powers.get(powers.size() - 1);
      powers.add(last.multiply(last));
    }
    return parse(digits, 0, digits.length(), base, powers, powers.size() - 1);
  }

  /**
   * Converts at most {@code SHORT * 2^(level+1)} digits. The depth of recursion is logarithmic in
   * their number.
   */
  private static BigInteger parse(
      String digits, int from, int to, int base, List<BigInteger> powers, int level) {
    if (to - from <= SHORT) {
      return from == to ? BigInteger.ZERO : new BigInteger(digits.substring(from, to), base);
    }
    int split = Math.max(from, to - (SHORT << level));
    BigInteger high = parse(digits, from, split, base, powers, level - 1);
    BigInteger low = parse(digits, split, to, base, powers, level - 1);
    return high.multiply(powers.get(level)).add(low);
  }
}
