package org.jets.bench.harness;

import java.util.List;

/**
 * The result of a point: what the results file holds in one line and what reports read back.
 *
 * @param value the mean of the repetitions
 * @param low the least repetition; of a measurement by turns, the lower quartile of its slices
 * @param high the greatest repetition; of a measurement by turns, the upper quartile
 * @param repetitions how many; 0 where the point failed, whose numbers are then NaN
 * @param failure why it failed, or was left out; empty where it has a value
 * @param share the part of its time in which a worker thread had a processor; NaN where it was not
 *     measured
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
    String failure,
    double share) {
  /** Returns the names of {@link Point#identity}. */
  public List<String> identity() {
    return List.of(suite, experiment, structure.name(), x);
  }

  /** Makes one of a run that did not see its threads. */
  public Row(
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
    this(
        suite,
        experiment,
        structure,
        x,
        threads,
        unit,
        value,
        low,
        high,
        repetitions,
        failure,
        Double.NaN);
  }

  /** The beginning of the reason for which a value was measured and is left out. */
  public static final String LEFT_OUT = "left out: ";

  /** Returns true if there was a value, which cannot be true. */
  public boolean isLeftOut() {
    return failure.startsWith(LEFT_OUT);
  }

  /** Returns true if there is no value. */
  public boolean hasFailed() {
    return repetitions == 0;
  }
}
