package org.jets.bench.scale;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * What a measurement gave.
 *
 * @param samples one for each repetition, in the unit of the experiment
 * @param sides the lines of its side file
 */
record Outcome(List<Double> samples, List<String> sides) {
  Outcome {
    samples = List.copyOf(samples);
    sides = List.copyOf(sides);
  }

  Row row(Experiment experiment, Point point) {
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

  static Row failedRow(Experiment experiment, Point point, String reason) {
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
