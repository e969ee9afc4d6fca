package org.jets.bench.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Unit;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** Draws what was measured: the figures of each experiment. */
final class Figures {
  private static final double WIDE_RANGE = 30;

  private final Map<Structure, LineStyle> styles;

  Figures(Map<Structure, LineStyle> styles) {
    this.styles = styles;
  }

  /** Returns the figures of an experiment; none where all its points have failed. */
  List<Drawing> of(MeasuredExperiment measured) {
    if (measured.rows().stream().allMatch(Row::hasFailed)) {
      return List.of();
    }
    boolean hasCategories = measured.experiment().axis().scale() == Axis.Scale.CATEGORIES;
    return switch (measured.experiment().figure()) {
      case LINES -> hasCategories ? List.of(BarFigure.of(measured, styles)) : lines(measured);
      case RELATIVE_LINES -> List.of(relativeLines(measured));
      case BARS -> List.of(BarFigure.of(measured, styles));
      case PERCENTILES -> new PercentileFigure(styles).of(measured);
      case ANIMATION -> TreeFigure.of(measured);
    };
  }

  private List<Drawing> lines(MeasuredExperiment measured) {
    Experiment experiment = measured.experiment();
    List<Drawing> drawings = new ArrayList<>();
    drawings.add(
        draw(
            measured,
            "",
            experiment.title(),
            unitTitle(experiment.unit()),
            (row, base) -> 1,
            false));
    boolean isSweep = experiment.axis().isThreads() && measured.places().size() > 1;
    if (isSweep && experiment.unit().moreIsBetter()) {
      drawings.add(
          draw(
              measured,
              "-speedup",
              "Speed-up: " + experiment.title(),
              "times the throughput of " + threads(measured.places().get(0)),
              (row, first) -> 1 / first.value(),
              false));
    }
    return drawings;
  }

  private Drawing relativeLines(MeasuredExperiment measured) {
    Experiment experiment = measured.experiment();
    boolean hasBaseline =
        measured.places().stream().anyMatch(x -> measured.baseline(x).isPresent());
    return hasBaseline
        ? draw(
            measured,
            "",
            experiment.title(),
            experiment.unit().metric() + " / " + experiment.baseline(),
            (row, first) -> measured.baseline(row.x()).map(base -> 1 / base).orElse(Double.NaN),
            true)
        : draw(
            measured,
            "",
            experiment.title(),
            unitTitle(experiment.unit()),
            (row, first) -> 1,
            true);
  }

  static String threads(String count) {
    return count.equals("1") ? "1 thread" : count + " threads";
  }

  static String unitTitle(Unit unit) {
    return unit.symbol().isEmpty() ? unit.metric() : unit.metric() + " [" + unit.symbol() + "]";
  }

  /** A factor for the values of a row, which the first row of its structure may decide. */
  private interface Scaling {
    double factor(Row row, Row first);
  }

  private Drawing draw(
      MeasuredExperiment measured,
      String suffix,
      String title,
      String valueTitle,
      Scaling scaling,
      boolean mayBeLogarithmic) {
    YIntervalSeriesCollection lines = new YIntervalSeriesCollection();
    List<LineStyle> ofLines = new ArrayList<>();
    double least = Double.MAX_VALUE;
    double greatest = 0;
    for (Structure structure : measured.structures()) {
      YIntervalSeries line = new YIntervalSeries(structure.name());
      List<Row> rows = measured.valuesOf(structure);
      for (Row row : rows) {
        double factor = scaling.factor(row, rows.get(0));
        if (Double.isFinite(factor)) {
          line.add(
              measured.position(row.x()),
              row.value() * factor,
              row.low() * factor,
              row.high() * factor);
          least = Math.min(least, row.low() * factor);
          greatest = Math.max(greatest, row.high() * factor);
        }
      }
      if (line.getItemCount() > 0) {
        lines.addSeries(line);
        ofLines.add(
            Optional.ofNullable(styles.get(structure)).orElseThrow(IllegalStateException::new));
      }
    }
    boolean isWide = mayBeLogarithmic && least > 0 && greatest > least * WIDE_RANGE;
    ValueAxis values = isWide ? Axes.logarithmic(valueTitle) : Axes.fromZero(valueTitle);
    Experiment experiment = measured.experiment();
    ValueAxis places =
        experiment.axis().scale() == Axis.Scale.LOGARITHMIC
            ? Axes.logarithmic(experiment.axis().title())
            : Axes.ofPlaces(
                experiment.axis().title(),
                measured.places().stream().map(measured::position).toList());
    if (places instanceof NumberAxis numbers) {
      numbers.setAutoRangeIncludesZero(false);
    }
    return LineFigure.draw(
        experiment.suite() + "-" + experiment.name() + suffix,
        title,
        lines,
        ofLines,
        places,
        values);
  }
}
