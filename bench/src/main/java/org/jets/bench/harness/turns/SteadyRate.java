package org.jets.bench.harness.turns;

import java.util.List;
import org.jets.bench.harness.Measurement;

/**
 * Decides from the rates of the slices of one contestant, in their order, when its code is compiled
 * and its structure warm.
 *
 * @param window the slices of a window
 * @param tolerance the greatest difference of the medians of two windows, as a part of the later
 */
record SteadyRate(int window, double tolerance) {
  /** Two windows of ten slices that differ by 3 % at most. */
  static final SteadyRate RULE = new SteadyRate(10, 0.03);

  /** The part of the rate in the end that a steady window has at least. */
  private static final double SETTLED = 0.9;

  /** Returns true if the medians of the last two windows agree. */
  boolean isSteady(List<Double> rates) {
    int end = rates.size();
    if (end < 2 * window) {
      return false;
    }
    double before = median(rates, end - 2 * window, end - window);
    double after = median(rates, end - window, end);
    return Math.abs(after - before) <= tolerance * after;
  }

  /**
   * Returns the number of slices before the first window whose median is at least 90 % of the rate
   * in the end. What a busy host takes later does not count, unlike code that is not compiled yet.
   *
   * @param rates of all slices, those of the warm-up first
   * @param last the number of slices at the end whose median is the rate in the end
   */
  int slicesToSteadyState(List<Double> rates, int last) {
    double end = median(rates, Math.max(0, rates.size() - last), rates.size());
    int start = 0;
    while (start + window < rates.size() && median(rates, start, start + window) < SETTLED * end) {
      start++;
    }
    return start;
  }

  private static double median(List<Double> rates, int from, int to) {
    return Measurement.quantile(rates.subList(from, to), 0.5);
  }
}
