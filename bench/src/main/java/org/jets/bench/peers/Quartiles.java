package org.jets.bench.peers;

import java.util.Collection;

/** The median of samples, and the two values between which the middle half of them is. */
record Quartiles(double lower, double median, double upper) {

  /** Interpolates between the nearest samples. */
  static Quartiles of(Collection<Double> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("samples: none (expected: >= 1)");
    }
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
  }

  private static double at(double[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
