package org.jets.bench.harness.comparison;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of a suite: ours beside the rival's, the ratio with its error, and the goal. */
public final class Report {
  /** Of a line: title, ours, its bytes, the rival's name, the rival, ratio, goal, verdict. */
  public static final String FORMAT = "%-36s %12s %8s  %-10s %12s  %-15s %-6s %s";

  /** Below this many bytes an operation, it is the benchmark's own surroundings that allocate. */
  private static final double NO_BYTES = 0.01;

  private Report() {}

  public static void addTo(
      List<String> lines, List<Comparison> comparisons, Map<Subject, Score> scores) {
    for (Goal.Kind kind : Goal.Kind.values()) {
      List<Comparison> ofKind =
          comparisons.stream().filter(comparison -> comparison.goal().kind() == kind).toList();
      if (!ofKind.isEmpty()) {
        lines.add("");
        lines.add(kind.title() + ":");
        lines.add(
            String.format(FORMAT, "", "jets", "B/op", "rival", "", "ratio", "goal", "")
                .stripTrailing());
        ofKind.forEach(comparison -> lines.add(line(comparison, scores)));
      }
    }
  }

  private static String line(Comparison comparison, Map<Subject, Score> scores) {
    Score ours = scoreOf(comparison.ours(), scores);
    Score rival = scoreOf(comparison.rival(), scores);
    Ratio ratio = comparison.goal().ratio(ours, rival);
    return String.format(
            FORMAT,
            comparison.title(),
            time(ours),
            bytes(ours),
            comparison.rivalName(),
            time(rival),
            ratio,
            comparison.goal(),
            verdict(comparison, ratio, ours))
        .stripTrailing();
  }

  private static String verdict(Comparison comparison, Ratio ratio, Score ours) {
    boolean allocates = comparison.allocationFree() && ours.allocatedBytes() >= NO_BYTES;
    return comparison.goal().verdict(ratio) + (allocates ? " ALLOCATES (expected: nothing)" : "");
  }

  private static String time(Score score) {
    String unit = score.unit().substring(0, score.unit().indexOf('/'));
    return String.format(Locale.ROOT, "%,.2f %s", score.time(), unit);
  }

  private static String bytes(Score score) {
    return String.format(Locale.ROOT, "%.0f", score.allocatedBytes());
  }

  private static Score scoreOf(Subject subject, Map<Subject, Score> scores) {
    Score score = scores.get(subject);
    if (score == null) {
      throw new IllegalStateException(subject + ": not measured");
    }
    return score;
  }
}
