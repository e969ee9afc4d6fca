package org.jets.bench.harness.turns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.TurnRatio;

/** The table of a suite by turns: for each place its contestants with rate and ratio. */
public final class TurnTable {
  private static final String NAME_FORMAT = "  %-36s ";
  private static final String VALUES_FORMAT = " %9s  %-22s %-22s %6s %8s";

  private final Experiment experiment;
  private final Map<List<String>, Measurement> measurements;

  /** Those of the experiment. */
  private final List<Row> rows;

  /** The format of a place, as wide as the widest and their title. */
  private final String placeFormat;

  private TurnTable(
      Experiment experiment, Map<List<String>, Measurement> measurements, List<Row> rows) {
    this.experiment = experiment;
    this.measurements = measurements;
    this.rows = rows;
    int width =
        rows.stream()
            .mapToInt(row -> row.x().length())
            .reduce(experiment.axis().title().length(), Math::max);
    this.placeFormat = "%-" + Math.max(1, width) + "s";
  }

  /** Returns the lines of the experiments of a suite. */
  public static List<String> lines(String suite, Results results) throws IOException {
    Map<List<String>, Measurement> measurements = results.measurements();
    List<Row> rows = results.rows();
    List<String> lines = new ArrayList<>();
    for (Experiment experiment : results.experiments()) {
      if (experiment.suite().equals(suite)) {
        List<Row> own =
            rows.stream()
                .filter(row -> row.suite().equals(experiment.suite()))
                .filter(row -> row.experiment().equals(experiment.name()))
                .toList();
        lines.addAll(new TurnTable(experiment, measurements, own).lines());
      }
    }
    return lines;
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(experiment.title() + "; ratio to " + experiment.baseline() + ", its quartiles:");
    lines.add(
        String.format(
            NAME_FORMAT + placeFormat + VALUES_FORMAT,
            "",
            experiment.axis().title(),
            "Mops/s",
            "ratio",
            "to the best ETS",
            "share",
            "steady"));
    rows.forEach(row -> lines.add(line(row)));
    return lines;
  }

  private String line(Row row) {
    Measurement measurement = measurements.get(row.identity());
    if (row.hasFailed() || measurement == null) {
      return String.format(
          NAME_FORMAT + placeFormat + " %s%s",
          row.structure().name(),
          row.x(),
          row.isLeftOut() ? "" : "FAILED: ",
          row.failure());
    }
    Optional<Row> ets =
        rows.stream()
            .filter(other -> other.structure().origin() == Origin.ETS && !other.hasFailed())
            .filter(other -> other.x().equals(row.x()))
            .max(Comparator.comparingDouble(Row::value));
    return String.format(
        Locale.ROOT,
        NAME_FORMAT + placeFormat + VALUES_FORMAT,
        row.structure().name(),
        row.x(),
        Numbers.precise(row.value()),
        ratioToRival(row),
        ets.map(best -> ratio(row, best.structure().name())).orElse(""),
        Numbers.text(measurement.share()),
        Numbers.text(measurement.steadySeconds()) + " s");
  }

  /** Returns the ratio to the rival, or nothing if its value is left out. */
  private String ratioToRival(Row row) {
    String rival = experiment.baseline();
    boolean isThere =
        rows.stream()
            .anyMatch(
                other ->
                    other.structure().name().equals(rival)
                        && other.x().equals(row.x())
                        && !other.hasFailed());
    return isThere ? ratio(row, rival) : "";
  }

  /** Returns the ratio to another structure at the same place, or nothing if that is not there. */
  private String ratio(Row row, String other) {
    Measurement above = measurements.get(row.identity());
    Measurement below =
        measurements.get(List.of(experiment.suite(), experiment.name(), other, row.x()));
    return row.structure().name().equals(other) || above == null || below == null
        ? ""
        : TurnRatio.of(above, below).toString();
  }
}
