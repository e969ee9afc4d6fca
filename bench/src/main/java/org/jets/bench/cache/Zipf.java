package org.jets.bench.cache;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Numbers from 0 by Zipf's law. */
final class Zipf {
  private static final double EXPONENT = 0.9;

  /** The share of the numbers up to each. */
  private final double[] shares;

  Zipf(int numbers) {
    this.shares = new double[numbers];
    double sum = 0;
    for (int n = 0; n < numbers; n++) {
      sum += 1 / Math.pow(n + 1, EXPONENT);
      shares[n] = sum;
    }
  }

  int next(SplittableRandom random) {
    double place = random.nextDouble() * shares[shares.length - 1];
    int found = Arrays.binarySearch(shares, place);
    return found < 0 ? -found - 1 : found;
  }
}
