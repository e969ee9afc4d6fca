package org.jets.bench.harness.report;

import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * Latencies by percentile, a figure for each circumstance. The axis counts nines: one is as far
 * from the next as the next from the one behind it, which is where the worst cases are seen.
 */
record PercentileFigure(Map<Structure, LineStyle> styles) {
  private static final double LAST = 1e7;

  /** A percentile and its latency. */
  record Latency(double percentile, double nanos) {
    /** Reads a line of a side file. */
    static Latency parse(String line) {
      String[] words = line.split(" ", 2);
      return new Latency(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
    }
  }

  List<Drawing> of(MeasuredExperiment measured) {
    List<Drawing> drawings = new ArrayList<>();
    for (String place : measured.places()) {
      if (measured.sides().keySet().stream().anyMatch(row -> row.x().equals(place))) {
        drawings.add(draw(measured, place, drawings.size()));
      }
    }
    return drawings;
  }

  private Drawing draw(MeasuredExperiment measured, String place, int number) {
    YIntervalSeriesCollection lines = new YIntervalSeriesCollection();
    List<LineStyle> ofLines = new ArrayList<>();
    double greatest = 0;
    for (Structure structure : measured.structures()) {
      Row row = measured.row(structure, place).orElse(null);
      if (row == null || !measured.sides().containsKey(row)) {
        continue;
      }
      YIntervalSeries line = new YIntervalSeries(structure.name());
      double last = 1;
      for (String text : Objects.requireNonNull(measured.sides().get(row))) {
        Latency latency = Latency.parse(text);
        // The worst has no place of its own: it is drawn a nine behind the last one.
        last = latency.percentile() < 100 ? 1 / (1 - latency.percentile() / 100) : last * 10;
        double nanos = Math.max(1, latency.nanos());
        line.add(Math.min(last, LAST), nanos, nanos, nanos);
        greatest = Math.max(greatest, Math.min(last, LAST));
      }
      lines.addSeries(line);
      ofLines.add(Objects.requireNonNull(styles.get(structure)));
    }
    ValueAxis percentiles = Axes.logarithmic("percentile", new Percentiles(greatest));
    Experiment experiment = measured.experiment();
    return LineFigure.draw(
        experiment.suite() + "-" + experiment.name() + "-" + (number + 1),
        experiment.title() + ", " + place,
        lines,
        ofLines,
        percentiles,
        Axes.logarithmic("latency [ns]"));
  }

  /** 99.9 for 1,000. */
  private static final class Percentiles extends NumberFormat {
    private static final long serialVersionUID = 1;

    private final double worst;

    Percentiles(double worst) {
      this.worst = worst;
    }

    @Override
    public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
      if (number >= worst * 0.99) {
        return to.append("worst");
      }
      int nines = (int) Math.round(Math.log10(number));
      int decimals = Math.max(0, nines - 2);
      return to.append(
          String.format(Locale.ROOT, "%." + decimals + "f", 100 - 100 / Math.pow(10, nines)));
    }

    @Override
    public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
      return format((double) number, to, position);
    }

    @Override
    public Number parse(String text, ParsePosition position) {
      throw new UnsupportedOperationException("an axis only writes");
    }
  }
}
