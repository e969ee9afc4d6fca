package org.jets.collections.internal.split;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The odd numbers by which keys are multiplied to get their place in the split order.
 *
 * <p>Multiplication by an odd number maps the 64-bit numbers one to one, so that equal places mean
 * equal keys. With a random multiplier, no set of keys that is chosen without knowing it is bad.
 * Two keys collide in one of n buckets with a probability of at most 2/n (Dietzfelbinger et al.
 * 1997).
 *
 * <p>The most common keys are some of the numbers from 1 to n. Multiples of a number a modulo 1 are
 * spread more evenly than random numbers if the continued fraction of a has only small terms. The
 * golden ratio is such a number. So the multiplier is chosen at random among such numbers.
 */
public final class SplitMultiplier {
  /** So large that the fraction has about 64 digits; the next denominator is below 2 to the 62. */
  private static final long LARGEST_DENOMINATOR = 1L << 60;

  private SplitMultiplier() {}

  /** Returns an unpredictable multiplier. */
  public static long random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    // The convergents p/q of the fraction [0; t1, t2, ...], each t 1 or 2.
    long previousP = 1;
    long previousQ = 0;
    long p = 0;
    long q = 1;
    while (true) {
      int term = 1 + random.nextInt(2);
      long nextQ = term * q + previousQ;
      if (nextQ > LARGEST_DENOMINATOR) {
        return binaryFraction(p, q) | 1;
      }
      long nextP = term * p + previousP;
      previousP = p;
      previousQ = q;
      p = nextP;
      q = nextQ;
    }
  }

  /** The first 64 binary digits of p/q behind the point. */
  private static long binaryFraction(long p, long q) {
    long digits = 0;
    long remainder = p;
    for (int i = 0; i < Long.SIZE; i++) {
      digits <<= 1;
      remainder <<= 1;
      if (remainder >= q) {
        remainder -= q;
        digits |= 1;
      }
    }
    return digits;
  }

  /** The number that undoes a multiplication by an odd number. */
  static long inverse(long odd) {
    long inverse = odd; // Right in the last three bits; each step doubles them.
    for (int rightBits = 3; rightBits < Long.SIZE; rightBits *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
