package org.jets.collections;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The odd numbers that keys are multiplied with to get their place in the split order.
 *
 * <p>Multiplication by an odd number maps the 64-bit numbers one to one, so that equal places mean
 * equal keys, and for a random one no set of keys that is chosen without knowing it is bad: two
 * keys meet in one of n buckets with a probability of at most 2/n (Dietzfelbinger et al. 1997).
 *
 * <p>The most usual set of keys is the numbers from 1 to n, some of them. Multiples of a number a
 * modulo 1 are spread most evenly, better than at random, if the continued fraction of a has small
 * terms only, as the golden ratio's has; so the multiplier is taken at random among those.
 */
final class SplitMultiplier {
  private static final int LARGEST_TERM = 4;

  private SplitMultiplier() {}

  /** A multiplier that nobody knows beforehand. */
  static long random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    // The convergents p/q of the fraction [0; t1, t2, ...].
    long previousP = 1;
    long previousQ = 0;
    long p = 0;
    long q = 1;
    while (true) {
      int term = 1 + random.nextInt(LARGEST_TERM);
      long nextQ = term * q + previousQ;
      if (nextQ > Integer.MAX_VALUE) {
        break;
      }
      long nextP = term * p + previousP;
      previousP = p;
      previousQ = q;
      p = nextP;
      q = nextQ;
    }
    // p/q in 64 bits behind the point, by division in two steps.
    long high = (p << 32) / q;
    long low = (((p << 32) % q) << 32) / q;
    return (high << 32 | low) | 1;
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
