package org.jets.bench.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;

/**
 * An experiment with its results, as the report reads them.
 *
 * @param sides the side files of the rows that have one
 */
record MeasuredExperiment(Experiment experiment, List<Row> rows, Map<Row, List<String>> sides) {
  MeasuredExperiment {
    rows = List.copyOf(rows);
    sides = Map.copyOf(sides);
  }

  /** All experiments of a run of which something was measured. */
  static List<MeasuredExperiment> of(Results results) throws IOException {
    List<Row> all = results.rows();
    List<MeasuredExperiment> measured = new ArrayList<>();
    for (Experiment experiment : results.experiments()) {
      List<Row> rows =
          all.stream()
              .filter(row -> row.suite().equals(experiment.suite()))
              .filter(row -> row.experiment().equals(experiment.name()))
              .toList();
      Map<Row, List<String>> sides = new LinkedHashMap<>();
      for (Row row : rows) {
        List<String> lines = results.sides(row);
        if (!lines.isEmpty() && !row.hasFailed()) {
          sides.put(row, lines);
        }
      }
      if (!rows.isEmpty()) {
        measured.add(new MeasuredExperiment(experiment, rows, sides));
      }
    }
    return measured;
  }

  /** All structures, those that failed too, in the order in which they were measured first. */
  List<Structure> structures() {
    return rows.stream().map(Row::structure).distinct().toList();
  }

  /** The places of the axis: ascending, or in the order of measuring where they are no numbers. */
  List<String> places() {
    Stream<String> places = rows.stream().map(Row::x).distinct();
    return experiment.axis().scale() == Axis.Scale.CATEGORIES
        ? places.toList()
        : places.sorted((a, b) -> Double.compare(number(a), number(b))).toList();
  }

  /** The place as a number: where it is a category, its place among them. */
  double position(String x) {
    return experiment.axis().scale() == Axis.Scale.CATEGORIES ? places().indexOf(x) : number(x);
  }

  private static double number(String x) {
    return Double.parseDouble(x);
  }

  Optional<Row> row(Structure structure, String x) {
    return rows.stream()
        .filter(row -> row.structure().equals(structure) && row.x().equals(x))
        .findFirst();
  }

  /** The rows of a structure that have values, along the axis. */
  List<Row> valuesOf(Structure structure) {
    return places().stream()
        .flatMap(x -> row(structure, x).stream())
        .filter(row -> !row.hasFailed())
        .toList();
  }

  /** The value that others are divided by at this place, if there is one. */
  Optional<Double> baseline(String x) {
    return rows.stream()
        .filter(row -> row.structure().name().equals(experiment.baseline()))
        .filter(row -> row.x().equals(x) && !row.hasFailed())
        .map(Row::value)
        .findFirst();
  }

  /** Returns a multiple of the baseline: more than 1 is better in each unit. */
  Optional<Double> timesAsGood(Row row) {
    return row.hasFailed()
        ? Optional.empty()
        : baseline(row.x())
            .map(base -> row.unit().moreIsBetter() ? row.value() / base : base / row.value());
  }
}
