package org.jets.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.comparison.ComparisonTable;
import org.jets.bench.harness.report.ImplausibleValues;
import org.jets.bench.harness.report.TextSummary;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.harness.turns.TurnTable;

/** A run in lines for the terminal. */
final class Summary {
  private Summary() {}

  /** The tables of comparisons, else the best of each experiment; then what cannot be true. */
  static List<String> of(Results results) throws IOException {
    List<String> names = results.experiments().stream().map(Experiment::suite).distinct().toList();
    List<String> lines = new ArrayList<>();
    for (ComparisonSuite suite : Suites.comparisons()) {
      if (names.contains(suite.name())) {
        lines.addAll(ComparisonTable.lines(suite, results));
      }
    }
    for (TurnSuite suite : Suites.byTurns()) {
      if (names.contains(suite.name())) {
        lines.addAll(TurnTable.lines(suite.name(), results));
      }
    }
    if (lines.isEmpty()) {
      lines.addAll(TextSummary.of(results));
    }
    lines.addAll(ImplausibleValues.of(results));
    return lines;
  }
}
