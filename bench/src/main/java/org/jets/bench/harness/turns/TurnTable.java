package org.jets.bench.harness.turns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;

/** The table of a suite by turns: for each place its contestants with rate and ratio. */
public final class TurnTable {
  private static final String FORMAT = "  %-36s %-14s %9s  %-22s %6s %8s";

  private final Experiment experiment;
  private final Map<List<String>, Measurement> measurements;

  private TurnTable(Experiment experiment, Map<List<String>, Measurement> measurements) {
    this.experiment = experiment;
    this.measurements = measurements;
  }

  /** Returns the lines of the experiments of a suite. */
  public static List<String> lines(String suite, Results results) throws IOException {
    Map<List<String>, Measurement> measurements = results.measurements();
    List<Row> rows = results.rows();
    List<String> lines = new ArrayList<>();
    for (Experiment experiment : results.experiments()) {
      if (experiment.suite().equals(suite)) {
        lines.addAll(new TurnTable(experiment, measurements).lines(rows));
      }
    }
    return lines;
  }

  private List<String> lines(List<Row> rows) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(experiment.title() + "; ratio to " + experiment.baseline() + ", its quartiles:");
    lines.add(
        String.format(FORMAT, "", experiment.axis().title(), "Mops/s", "ratio", "share", "steady"));
    rows.stream()
        .filter(row -> row.suite().equals(experiment.suite()))
        .filter(row -> row.experiment().equals(experiment.name()))
        .map(this::line)
        .forEach(lines::add);
    return lines;
  }

  private String line(Row row) {
    Measurement measurement = measurements.get(row.identity());
    if (row.hasFailed() || measurement == null) {
      return String.format(
          "  %-36s %-14s %s%s",
          row.structure().name(), row.x(), row.isLeftOut() ? "" : "FAILED: ", row.failure());
    }
    boolean isRival = row.structure().name().equals(experiment.baseline());
    Measurement rival =
        measurements.get(
            List.of(experiment.suite(), experiment.name(), experiment.baseline(), row.x()));
    return String.format(
        Locale.ROOT,
        FORMAT,
        row.structure().name(),
        row.x(),
        Numbers.text(row.value()),
        isRival || rival == null ? "" : TurnRatio.of(measurement, rival).toString(),
        Numbers.text(measurement.share()),
        Numbers.text(measurement.steadySeconds()) + " s");
  }
}
