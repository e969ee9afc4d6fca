package org.jets.bench.harness;

import java.util.List;

/**
 * The result of one round of a point.
 *
 * @param samples one for each repetition, in the unit of the experiment
 * @param sides the lines of its side file
 * @param allocatedBytes of an operation; NaN where they were not counted
 * @param share the part of its time in which a thread had a processor; NaN where it was not
 *     measured
 * @param steadySeconds until the rate was steady; NaN where it was not measured
 * @param busyShare the part of all processors that other programs and the hypervisor had
 */
public record Outcome(
    List<Double> samples,
    List<String> sides,
    double allocatedBytes,
    double share,
    double steadySeconds,
    double busyShare) {
  /** Copies the lists. */
  public Outcome {
    samples = List.copyOf(samples);
    sides = List.copyOf(sides);
  }

  /** Makes one of a measurement that does not count what is allocated. */
  public Outcome(List<Double> samples, List<String> sides) {
    this(samples, sides, Double.NaN);
  }

  /** Makes one of a measurement that does not see its threads. */
  public Outcome(List<Double> samples, List<String> sides, double allocatedBytes) {
    this(samples, sides, allocatedBytes, Double.NaN, Double.NaN, 0);
  }

  /** Returns the same, measured on a machine that had something else to do. */
  public Outcome withBusyShare(double part) {
    return new Outcome(samples, sides, allocatedBytes, share, steadySeconds, part);
  }

  /** The row of a point that has failed. */
  public static Row failedRow(Experiment experiment, Point point, String reason) {
    return new Row(
        experiment.suite(),
        experiment.name(),
        point.structure(),
        point.x(),
        point.threads(),
        experiment.unit(),
        Double.NaN,
        Double.NaN,
        Double.NaN,
        0,
        reason);
  }
}
