package org.jets.bench.harness.comparison;

import java.util.Locale;

/** A quotient of two measured times. */
record Ratio(double value, double error) {

  /** Divides; the relative errors of independent values add as the sides of a right angle. */
  static Ratio of(Score dividend, Score divisor) {
    double value = dividend.time() / divisor.time();
    double relativeError =
        Math.hypot(dividend.error() / dividend.time(), divisor.error() / divisor.time());
    return new Ratio(value, value * relativeError);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f +-%.2f", value, error);
  }
}
