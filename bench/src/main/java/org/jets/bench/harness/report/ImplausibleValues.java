package org.jets.bench.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.run.CellRules;

/**
 * Figures that cannot be true, whatever was measured: values of nothing or less, and throughput
 * that grows by {@value CellRules#TOLERANCE} times more than the threads do, and by more than the
 * ranges of the repetitions allow.
 */
public final class ImplausibleValues {
  private ImplausibleValues() {}

  /** Returns a line for each. */
  public static List<String> of(Results results) throws IOException {
    return MeasuredExperiment.of(results).stream().flatMap(each -> of(each).stream()).toList();
  }

  static List<String> of(MeasuredExperiment measured) {
    List<String> lines = new ArrayList<>();
    for (Structure structure : measured.structures()) {
      List<Row> rows = measured.valuesOf(structure);
      for (Row row : rows) {
        String where =
            "doubtful: %s, %s, %s %s: "
                .formatted(
                    measured.experiment().path(),
                    structure.name(),
                    measured.experiment().axis().title(),
                    row.x());
        Row first = rows.get(0);
        double threads = (double) row.threads() / first.threads();
        double most = CellRules.TOLERANCE * threads;
        if (row.value() <= 0) {
          lines.add(where + row.value() + ", where only more than 0 is possible");
        } else if (measured.experiment().axis().isThreads()
            && row.unit().moreIsBetter()
            && row.value() > most * first.value()
            && row.low() > threads * first.high()) {
          lines.add(
              where
                  + String.format(
                      Locale.ROOT,
                      "%.2f times as fast as with %s (expected: at most %.2f times)",
                      row.value() / first.value(),
                      Figures.threads(Integer.toString(first.threads())),
                      most));
        }
      }
    }
    return lines;
  }
}
