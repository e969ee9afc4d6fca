package org.jets.bench.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;

/** A run in a few lines: of each experiment, at its last place, the best of each origin. */
public final class TextSummary {
  private TextSummary() {}

  public static List<String> of(Results results) throws IOException {
    List<String> lines = new ArrayList<>();
    String suite = "";
    for (MeasuredExperiment measured : MeasuredExperiment.of(results)) {
      Experiment experiment = measured.experiment();
      if (!experiment.suite().equals(suite)) {
        suite = experiment.suite();
        lines.add("");
        lines.add(suite);
      }
      List<String> places = measured.places();
      String last = places.get(places.size() - 1);
      lines.add(
          String.format(
              "  %s, %s %s [%s]",
              experiment.title(), experiment.axis().title(), last, experiment.unit().symbol()));
      best(measured, last)
          .values()
          .forEach(
              row ->
                  lines.add(
                      String.format(
                          Locale.ROOT,
                          "    %-34s %12s%s%s",
                          row.structure().name(),
                          Numbers.text(row.value()),
                          measured
                              .timesAsGood(row)
                              .map(times -> "  " + Numbers.text(times) + " x the baseline")
                              .orElse(""),
                          Double.isNaN(row.share())
                              ? ""
                              : "  share of processors " + Numbers.text(row.share()))));
      measured.rows().stream()
          .filter(Row::hasFailed)
          .forEach(
              row ->
                  lines.add(
                      "    %s%s, %s: %s"
                          .formatted(
                              row.isLeftOut() ? "" : "FAILED: ",
                              row.structure().name(),
                              row.x(),
                              row.failure())));
    }
    return lines;
  }

  private static Map<Structure.Origin, Row> best(MeasuredExperiment measured, String place) {
    Comparator<Row> byValue = Comparator.comparingDouble(Row::value);
    Map<Structure.Origin, Row> best = new EnumMap<>(Structure.Origin.class);
    for (Structure.Origin origin : Structure.Origin.values()) {
      Optional<Row> row =
          measured.rows().stream()
              .filter(r -> r.structure().origin() == origin)
              .filter(r -> r.x().equals(place) && !r.hasFailed())
              .max(measured.experiment().unit().moreIsBetter() ? byValue : byValue.reversed());
      row.ifPresent(r -> best.put(origin, r));
    }
    return best;
  }
}
