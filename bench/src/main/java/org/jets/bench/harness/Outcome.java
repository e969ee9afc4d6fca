package org.jets.bench.harness;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * What a measurement gave.
 *
 * @param samples one for each repetition, in the unit of the experiment
 * @param sides the lines of its side file
 */
public record Outcome(List<Double> samples, List<String> sides) {
  public Outcome {
    samples = List.copyOf(samples);
    sides = List.copyOf(sides);
  }

  public Row row(Experiment experiment, Point point) {
    DoubleSummaryStatistics all =
        samples.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return new Row(
        experiment.suite(),
        experiment.name(),
        point.structure(),
        point.x(),
        point.threads(),
        experiment.unit(),
        all.getAverage(),
        all.getMin(),
        all.getMax(),
        samples.size(),
        "");
  }

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
