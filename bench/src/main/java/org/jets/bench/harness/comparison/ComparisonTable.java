package org.jets.bench.harness.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Unit;
import org.jspecify.annotations.Nullable;

/** The table of a suite: ours beside the rival's, the ratio with its error, and the goal. */
public final class ComparisonTable {
  /** The format of a line: title, ours, its bytes, rival's name, rival, ratio, goal, verdict. */
  private static final String FORMAT = "%-36s %12s %8s  %-10s %12s  %-15s %-6s %s";

  /** Below this many bytes an operation, it is the benchmark's own surroundings that allocate. */
  private static final double NO_BYTES = 0.01;

  private final String suite;
  private final Map<List<String>, Measurement> measurements;

  private ComparisonTable(String suite, Map<List<String>, Measurement> measurements) {
    this.suite = suite;
    this.measurements = measurements;
  }

  /** Returns the lines; comparisons of which neither side was measured are left out. */
  public static List<String> lines(ComparisonSuite suite, Results results) throws IOException {
    return new ComparisonTable(suite.name(), results.measurements()).lines(suite.comparisons());
  }

  private List<String> lines(List<Comparison> comparisons) {
    List<String> lines = new ArrayList<>();
    for (Goal.Kind kind : Goal.Kind.values()) {
      List<String> ofKind =
          comparisons.stream()
              .filter(comparison -> comparison.goal().kind() == kind)
              .filter(comparison -> ours(comparison) != null || rival(comparison) != null)
              .map(this::line)
              .toList();
      if (!ofKind.isEmpty()) {
        lines.add("");
        lines.add(kind.title() + ":");
        lines.add(
            String.format(FORMAT, "", "jets", "B/op", "rival", "", "ratio", "goal", "")
                .stripTrailing());
        lines.addAll(ofKind);
      }
    }
    return lines;
  }

  private @Nullable Measurement ours(Comparison comparison) {
    return of(comparison, Comparison.OURS);
  }

  private @Nullable Measurement rival(Comparison comparison) {
    return of(comparison, comparison.rivalStructure());
  }

  private @Nullable Measurement of(Comparison comparison, Structure structure) {
    return measurements.get(
        List.of(suite, comparison.experiment(), structure.name(), comparison.place()));
  }

  private String line(Comparison comparison) {
    Measurement ours = ours(comparison);
    Measurement rival = rival(comparison);
    Ratio ratio =
        ours == null || rival == null
            ? null
            : comparison.goal().ratio(ours, rival, comparison.unit());
    return String.format(
            Locale.ROOT,
            FORMAT,
            comparison.title(),
            text(ours, comparison.unit()),
            ours == null || Double.isNaN(ours.allocatedBytes())
                ? ""
                : String.format(Locale.ROOT, "%.0f", ours.allocatedBytes()),
            comparison.rivalStructure().name(),
            text(rival, comparison.unit()),
            ratio == null ? "" : ratio,
            comparison.goal(),
            ratio == null ? "" : verdict(comparison, ratio, ours))
        .stripTrailing();
  }

  private static String verdict(Comparison comparison, Ratio ratio, @Nullable Measurement ours) {
    boolean allocates =
        comparison.allocationFree() && ours != null && ours.allocatedBytes() >= NO_BYTES;
    return comparison.goal().verdict(ratio) + (allocates ? " ALLOCATES (expected: nothing)" : "");
  }

  private static String text(@Nullable Measurement measurement, Unit unit) {
    if (measurement == null) {
      return "not there";
    }
    double value = Ratio.valueOf(measurement);
    if (unit != Unit.NANOS) {
      return String.format(Locale.ROOT, "%,.0f %s", value, unit.symbol());
    }
    String[] units = {"ns", "us", "ms"};
    int power = 0;
    while (value >= 1000 && power < units.length - 1) {
      value /= 1000;
      power++;
    }
    return String.format(Locale.ROOT, "%,.2f %s", value, units[power]);
  }
}
