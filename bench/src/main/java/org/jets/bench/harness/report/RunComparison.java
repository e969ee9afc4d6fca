package org.jets.bench.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.TurnRatio;

/**
 * Two runs side by side. A difference exceeds the noise where the ranges of the repetitions of the
 * two do not meet; a point with one repetition on either side has no range and no such difference.
 *
 * <p>Of contestants by turns the ratios to their rival are compared, with their quartiles: the
 * machine may have been faster in one of the runs, but the rival met the same. The rival itself is
 * not compared. A folder without samples has no ratios, so its rates are compared.
 */
public final class RunComparison {
  private static final String FORMAT = "%-72s %26s %26s %8s";

  private final List<String> configuration = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private int common;
  private int alone;
  private int better;
  private int worse;
  private int rivals;

  /** The folders without samples. */
  private final List<String> withoutSamples = new ArrayList<>();

  private RunComparison() {}

  public static RunComparison of(Results first, Results second) throws IOException {
    RunComparison comparison = new RunComparison();
    comparison.compareConfigurations(first.configuration(), second.configuration());
    for (Results results : List.of(first, second)) {
      if (results.measurements().isEmpty()) {
        comparison.withoutSamples.add(results.folder().toString());
      }
    }
    comparison.compareRows(Side.of(first), Side.of(second));
    return comparison;
  }

  private void compareConfigurations(Map<String, String> first, Map<String, String> second) {
    TreeSet<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      String before = first.getOrDefault(name, "-");
      String after = second.getOrDefault(name, "-");
      if (!before.equals(after)) {
        configuration.add("  " + name);
        configuration.add("    first:  " + before);
        configuration.add("    second: " + after);
      }
    }
  }

  /**
   * One of the two runs.
   *
   * @param rows those with values, by their identity
   * @param baselines the name of the rival of each experiment
   */
  private record Side(
      Map<List<String>, Row> rows,
      Map<List<String>, Measurement> measurements,
      Map<List<String>, String> baselines) {
    static Side of(Results results) throws IOException {
      Map<List<String>, Row> rows = new LinkedHashMap<>();
      for (Row row : results.rows()) {
        if (!row.hasFailed()) {
          rows.put(row.identity(), row);
        }
      }
      Map<List<String>, String> baselines = new HashMap<>();
      for (Experiment experiment : results.experiments()) {
        baselines.put(List.of(experiment.suite(), experiment.name()), experiment.baseline());
      }
      return new Side(rows, results.measurements(), baselines);
    }

    /** Returns the name of the rival, or an empty text if there is none. */
    String rival(Row row) {
      return baselines.getOrDefault(List.of(row.suite(), row.experiment()), "");
    }

    /** Returns true if the row was measured by turns with a rival, or is that rival. */
    boolean isByTurns(Row row) {
      Measurement measurement = measurements.get(row.identity());
      return measurement != null && measurement.isByTurns() && !rival(row).isEmpty();
    }

    /** Returns the ratio to the rival, or nothing if its value is left out. */
    Optional<TurnRatio> ratio(Row row) {
      List<String> rival = List.of(row.suite(), row.experiment(), rival(row), row.x());
      Measurement own = measurements.get(row.identity());
      Measurement below = measurements.get(rival);
      return rows.containsKey(rival) && own != null && below != null
          ? Optional.of(TurnRatio.of(own, below))
          : Optional.empty();
    }
  }

  private void compareRows(Side first, Side second) {
    Map<List<String>, Row> after = second.rows();
    alone +=
        (int) after.keySet().stream().filter(point -> !first.rows().containsKey(point)).count();
    first
        .rows()
        .forEach(
            (point, row) -> {
              Row other = after.get(point);
              if (other == null || other.unit() != row.unit()) {
                alone++;
              } else if (first.isByTurns(row) && second.isByTurns(other)) {
                compareTurns(row, first, other, second);
              } else {
                common++;
                compareRates(row, other);
              }
            });
  }

  private void compareTurns(Row row, Side first, Row other, Side second) {
    String rival = first.rival(row);
    if (row.structure().name().equals(rival) && rival.equals(second.rival(other))) {
      rivals++;
      return;
    }
    Optional<TurnRatio> before = first.ratio(row);
    Optional<TurnRatio> after = second.ratio(other);
    if (before.isEmpty() || after.isEmpty() || !rival.equals(second.rival(other))) {
      alone++;
      return;
    }
    common++;
    TurnRatio old = before.get();
    TurnRatio now = after.get();
    if (old.lower() > now.upper() || now.lower() > old.upper()) {
      double times = now.median() / old.median();
      add(row, " to " + rival, old.toString(), now.toString(), times, times > 1);
    }
  }

  private void compareRates(Row before, Row after) {
    boolean isNoise =
        before.repetitions() < 2
            || after.repetitions() < 2
            || (before.low() <= after.high() && after.low() <= before.high());
    if (!isNoise) {
      boolean isBetter = after.value() > before.value() == before.unit().moreIsBetter();
      double times = after.value() / before.value();
      String unit = " [" + before.unit().symbol() + "]";
      add(before, unit, range(before), range(after), times, isBetter);
    }
  }

  private void add(
      Row row, String unit, String before, String after, double times, boolean isBetter) {
    better += isBetter ? 1 : 0;
    worse += isBetter ? 0 : 1;
    String point =
        "%s/%s, %s, %s".formatted(row.suite(), row.experiment(), row.structure().name(), row.x());
    differences.add(
        String.format(
            Locale.ROOT,
            FORMAT + " %s",
            point + unit,
            before,
            after,
            Numbers.text(times),
            isBetter ? "better" : "worse"));
  }

  private static String range(Row row) {
    return "%s (%s..%s)"
        .formatted(Numbers.text(row.value()), Numbers.text(row.low()), Numbers.text(row.high()));
  }

  /** For the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!configuration.isEmpty()) {
      lines.add("configurations differ:");
      lines.addAll(configuration);
      lines.add("");
    }
    if (!differences.isEmpty()) {
      lines.add(String.format(FORMAT, "", "first", "second", "ratio").stripTrailing());
      lines.addAll(differences);
      lines.add("");
    }
    lines.add(
        "%d points in both: %d better, %d worse, %d within the noise; %d in one only"
            .formatted(common, better, worse, common - better - worse, alone));
    if (rivals > 0) {
      lines.add(
          "by turns the ratios to the rivals are compared, which have %d points themselves"
              .formatted(rivals));
    }
    for (String folder : withoutSamples) {
      lines.add(
          folder
              + ": no samples, so rates are compared, not ratios to rivals; the host's speed"
              + " changes them");
    }
    return lines;
  }
}
