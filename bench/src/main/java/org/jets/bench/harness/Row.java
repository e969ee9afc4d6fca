package org.jets.bench.harness;

import java.util.List;

/**
 * The result of a point: what the results file holds in one line and what reports read back.
 *
 * @param value the mean of the repetitions
 * @param low the least repetition; of a measurement by turns, the lower quartile of its slices
 * @param high the greatest repetition; of a measurement by turns, the upper quartile
 * @param repetitions how many; 0 where the point failed, whose numbers are then NaN
 * @param failure why it failed; empty where it did not
 */
public record Row(
    String suite,
    String experiment,
    Structure structure,
    String x,
    int threads,
    Unit unit,
    double value,
    double low,
    double high,
    int repetitions,
    String failure) {
  /** Returns the names of {@link Point#identity}. */
  public List<String> identity() {
    return List.of(suite, experiment, structure.name(), x);
  }

  /** Returns true if there is no value. */
  public boolean hasFailed() {
    return repetitions == 0;
  }
}
