package org.jets.bench.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;

/**
 * Two runs side by side. A difference exceeds the noise where the ranges of the repetitions of the
 * two do not meet; a point with one repetition on either side has no range and no such difference.
 */
public final class RunComparison {
  private static final String FORMAT = "%-72s %26s %26s %8s";

  private final List<String> configuration = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private int common;
  private int alone;
  private int better;
  private int worse;

  private RunComparison() {}

  public static RunComparison of(Results first, Results second) throws IOException {
    RunComparison comparison = new RunComparison();
    comparison.compareConfigurations(first.configuration(), second.configuration());
    comparison.compareRows(first.rows(), second.rows());
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

  private static Map<List<String>, Row> byPoint(List<Row> rows) {
    Map<List<String>, Row> byPoint = new LinkedHashMap<>();
    for (Row row : rows) {
      if (!row.hasFailed()) {
        byPoint.put(row.identity(), row);
      }
    }
    return byPoint;
  }

  private void compareRows(List<Row> first, List<Row> second) {
    Map<List<String>, Row> before = byPoint(first);
    Map<List<String>, Row> after = byPoint(second);
    alone += (int) after.keySet().stream().filter(point -> !before.containsKey(point)).count();
    before.forEach(
        (point, row) -> {
          Row other = after.get(point);
          if (other == null || other.unit() != row.unit()) {
            alone++;
          } else {
            common++;
            compare(row, other);
          }
        });
  }

  private void compare(Row before, Row after) {
    boolean isNoise =
        before.repetitions() < 2
            || after.repetitions() < 2
            || (before.low() <= after.high() && after.low() <= before.high());
    if (isNoise) {
      return;
    }
    boolean isBetter = after.value() > before.value() == before.unit().moreIsBetter();
    better += isBetter ? 1 : 0;
    worse += isBetter ? 0 : 1;
    differences.add(
        String.format(
            Locale.ROOT,
            FORMAT + " %s",
            "%s/%s, %s, %s"
                .formatted(
                    before.suite(), before.experiment(), before.structure().name(), before.x()),
            range(before),
            range(after),
            Numbers.text(after.value() / before.value()),
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
    return lines;
  }
}
