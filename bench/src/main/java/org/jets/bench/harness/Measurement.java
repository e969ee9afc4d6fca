package org.jets.bench.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.util.ListStatistics;

/**
 * All that was measured of a point.
 *
 * @param rounds what each round gave, in their order; at least one
 */
public record Measurement(List<Outcome> rounds) {
  private static final double CONFIDENCE = 0.999;

  /** Copies the list. */
  public Measurement {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("rounds: none (expected: >= 1)");
    }
  }

  /** Adds a round. */
  public Measurement with(Outcome round) {
    List<Outcome> all = new ArrayList<>(rounds);
    all.add(round);
    return new Measurement(all);
  }

  /** The samples of all rounds. */
  public List<Double> samples() {
    return rounds.stream().flatMap(round -> round.samples().stream()).toList();
  }

  public double mean() {
    return statistics().getMean();
  }

  /** Half of the 99.9 % confidence interval of the mean, as JMH computes it. */
  public double error() {
    return statistics().getMeanErrorAt(CONFIDENCE);
  }

  private ListStatistics statistics() {
    return new ListStatistics(samples().stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Bytes that an operation allocates; NaN where they were not counted. */
  public double allocatedBytes() {
    return rounds.stream().mapToDouble(Outcome::allocatedBytes).average().orElse(Double.NaN);
  }

  /**
   * Returns the value below which a share of the samples lies, interpolated between the nearest.
   *
   * @param share from 0 to 1
   */
  public static double quantile(List<Double> samples, double share) {
    List<Double> sorted = new ArrayList<>(samples);
    Collections.sort(sorted);
    double position = share * (sorted.size() - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
  }

  /** The mean of what the rounds tell, of those that do; NaN where none does. */
  private double mean(ToDoubleFunction<Outcome> value) {
    return rounds.stream()
        .mapToDouble(value)
        .filter(each -> !Double.isNaN(each))
        .average()
        .orElse(Double.NaN);
  }

  /** The part of the time in which a thread had a processor; NaN where it was not measured. */
  public double share() {
    return mean(Outcome::share);
  }

  /** Seconds until the rate was steady; NaN where they were not measured. */
  public double steadySeconds() {
    return mean(Outcome::steadySeconds);
  }

  /** Returns true for a contestant by turns: only of these the time to a steady rate is known. */
  public boolean isByTurns() {
    return !Double.isNaN(steadySeconds());
  }

  /** The part of all processors that others had, in the round in which it was most. */
  public double busyShare() {
    return rounds.stream().mapToDouble(Outcome::busyShare).max().orElse(0);
  }

  /** The line of the results. Slices of turns are many: it has their median and quartiles. */
  public Row row(Experiment experiment, Point point) {
    DoubleSummaryStatistics all =
        samples().stream().mapToDouble(Double::doubleValue).summaryStatistics();
    boolean isOfTurns = point.measured() instanceof TurnRun;
    return new Row(
        experiment.suite(),
        experiment.name(),
        point.structure(),
        point.x(),
        point.threads(),
        experiment.unit(),
        isOfTurns ? quantile(samples(), 0.5) : all.getAverage(),
        isOfTurns ? quantile(samples(), 0.25) : all.getMin(),
        isOfTurns ? quantile(samples(), 0.75) : all.getMax(),
        (int) all.getCount(),
        "",
        share());
  }
}
