package org.jets.bench.harness.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;

/** The table behind a figure: a line for each structure, a column for each place of the axis. */
record ReportTable(MeasuredExperiment measured) {
  private static final String EMPTY_CELL = "<td></td>";

  String html() {
    Experiment experiment = measured.experiment();
    List<String> places = measured.places();
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<tr><th>");
    html.append(Html.text(Figures.unitTitle(experiment.unit()))).append("</th>");
    for (String place : places) {
      html.append(
          "<th>%s %s</th>".formatted(Html.text(experiment.axis().title()), Html.text(place)));
    }
    html.append("</tr>\n");
    for (Structure structure : measured.structures()) {
      html.append("<tr><th>").append(Html.text(structure.name())).append("</th>");
      for (String place : places) {
        html.append(
            measured.row(structure, place).map(row -> cell(row, isBest(row))).orElse(EMPTY_CELL));
      }
      html.append("</tr>\n");
    }
    html.append("</table></div>\n");
    if (places.stream().anyMatch(place -> measured.baseline(place).isPresent())) {
      html.append("<p class=\"note\">Baseline: ")
          .append(Html.text(experiment.baseline()))
          .append(".</p>\n");
    }
    return html.toString();
  }

  private boolean isBest(Row row) {
    Comparator<Row> byValue = Comparator.comparingDouble(Row::value);
    Optional<Row> best =
        measured.rows().stream()
            .filter(other -> other.x().equals(row.x()) && !other.hasFailed())
            .max(row.unit().moreIsBetter() ? byValue : byValue.reversed());
    return best.filter(row::equals).isPresent();
  }

  private String cell(Row row, boolean isBest) {
    if (row.hasFailed()) {
      return "<td class=\"failed\">%s<small>%s</small></td>"
          .formatted(row.isLeftOut() ? "–" : "failed", Html.text(row.failure()));
    }
    String times =
        measured
            .timesAsGood(row)
            .filter(factor -> !row.structure().name().equals(measured.experiment().baseline()))
            .map(factor -> String.format(Locale.ROOT, ", %s×", Numbers.text(factor)))
            .orElse("");
    String range =
        row.repetitions() == 1
            ? ""
            : "%s to %s".formatted(Numbers.text(row.low()), Numbers.text(row.high()));
    String details =
        range.isEmpty() && times.isEmpty() ? "" : "<small>" + range + times + "</small>";
    return "<td%s>%s%s</td>"
        .formatted(isBest ? " class=\"best\"" : "", Numbers.text(row.value()), details);
  }
}
