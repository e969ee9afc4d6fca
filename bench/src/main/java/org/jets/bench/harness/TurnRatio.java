package org.jets.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The quotients of the rates of two contestants in all rounds of all JVMs.
 *
 * @param lower the quartile below the median
 * @param upper the quartile above it
 */
public record TurnRatio(double median, double lower, double upper) {
  /** Divides round by round; rounds that only one of both has are left out. */
  public static TurnRatio of(Measurement dividend, Measurement divisor) {
    List<Double> ratios = new ArrayList<>();
    int jvms = Math.min(dividend.rounds().size(), divisor.rounds().size());
    for (int jvm = 0; jvm < jvms; jvm++) {
      Outcome above = dividend.rounds().get(jvm);
      Outcome below = divisor.rounds().get(jvm);
      int rounds = Math.min(above.samples().size(), below.samples().size());
      for (int round = 0; round < rounds; round++) {
        ratios.add(above.samples().get(round) / below.samples().get(round));
      }
    }
    return new TurnRatio(
        Measurement.quantile(ratios, 0.5),
        Measurement.quantile(ratios, 0.25),
        Measurement.quantile(ratios, 0.75));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, lower, upper);
  }
}
