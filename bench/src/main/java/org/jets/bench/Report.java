package org.jets.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of a suite: ours beside the rival's, the ratio with its error, and the goal. */
final class Report {
  private static final String FORMAT = "%-32s %19s %6s  %-10s %19s  %13s  %-7s%s";

  /** Below this many bytes an operation, it is the benchmark's own surroundings that allocate. */
  private static final double NO_BYTES = 0.01;

  private Report() {}

  static void addTo(List<String> lines, List<Comparison> comparisons, Map<Trial, Score> scores) {
    for (Goal.Kind kind : Goal.Kind.values()) {
      List<Comparison> ofKind =
          comparisons.stream().filter(comparison -> comparison.goal().kind() == kind).toList();
      if (!ofKind.isEmpty()) {
        lines.add("");
        lines.add(
            String.format(
                FORMAT, "", "jets", "B/op", "rival", "", "ratio", "goal", "  " + kind.title()));
        ofKind.forEach(comparison -> lines.add(line(comparison, scores)));
      }
    }
  }

  private static String line(Comparison comparison, Map<Trial, Score> scores) {
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
            "  " + verdict(comparison, ratio, ours))
        .stripTrailing();
  }

  private static String verdict(Comparison comparison, Ratio ratio, Score ours) {
    String verdict = comparison.goal().verdict(ratio);
    if (!comparison.allocationFree()) {
      return verdict;
    }
    String allocation =
        ours.allocatedBytes() < NO_BYTES ? "allocates nothing" : "ALLOCATES (expected: nothing)";
    return verdict.isEmpty() ? allocation : verdict + ", " + allocation;
  }

  private static String time(Score score) {
    return String.format(Locale.ROOT, "%.2f +-%.2f %s", score.time(), score.error(), unit(score));
  }

  private static String unit(Score score) {
    return score.unit().substring(0, score.unit().indexOf('/'));
  }

  private static String bytes(Score score) {
    return String.format(Locale.ROOT, "%.0f", score.allocatedBytes());
  }

  private static Score scoreOf(Trial trial, Map<Trial, Score> scores) {
    Score score = scores.get(trial);
    if (score == null) {
      throw new IllegalStateException(trial + ": not measured");
    }
    return score;
  }
}
