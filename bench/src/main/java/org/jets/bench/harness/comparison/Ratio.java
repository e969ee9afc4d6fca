package org.jets.bench.harness.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jets.bench.harness.Measurement;

/**
 * A quotient of what was measured of two.
 *
 * <p>Where rounds have several samples it is that of the means, with the error of both. Where each
 * round has one, the two of a round belong together: it is the median of the quotients of all
 * rounds, and its error half of the range in which their middle half is.
 */
record Ratio(double value, double error) {
  static Ratio of(Measurement dividend, Measurement divisor) {
    return isOfPairs(dividend) && isOfPairs(divisor)
        ? ofPairs(dividend.samples(), divisor.samples())
        : ofMeans(dividend, divisor);
  }

  private static boolean isOfPairs(Measurement measurement) {
    return measurement.rounds().stream().allMatch(round -> round.samples().size() == 1);
  }

  /** The mean, or the median where each round has one sample. */
  static double valueOf(Measurement measurement) {
    return isOfPairs(measurement)
        ? Measurement.quantile(measurement.samples(), 0.5)
        : measurement.mean();
  }

  private static Ratio ofPairs(List<Double> dividends, List<Double> divisors) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(dividends.size(), divisors.size()); round++) {
      ratios.add(dividends.get(round) / divisors.get(round));
    }
    double middle = Measurement.quantile(ratios, 0.75) - Measurement.quantile(ratios, 0.25);
    return new Ratio(Measurement.quantile(ratios, 0.5), middle / 2);
  }

  /** The relative errors of independent values add as the sides of a right angle. */
  private static Ratio ofMeans(Measurement dividend, Measurement divisor) {
    double value = dividend.mean() / divisor.mean();
    double relativeError =
        Math.hypot(dividend.error() / dividend.mean(), divisor.error() / divisor.mean());
    return new Ratio(value, value * relativeError);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f +-%.2f", value, error);
  }
}
