package org.jets.bench.harness.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Structure;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.XIntervalSeries;
import org.jfree.data.xy.XIntervalSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** A group of bars for each place of the axis, with a bar for each structure. */
final class BarFigure {
  private static final double GROUP_WIDTH = 0.84;
  private static final double BAR_PART = 0.9;
  private static final Color ERROR_COLOR = new Color(0x333333);

  private BarFigure() {}

  static Drawing of(MeasuredExperiment measured, Map<Structure, LineStyle> styles) {
    Experiment experiment = measured.experiment();
    List<String> places = measured.places();
    List<Structure> structures =
        measured.structures().stream().filter(s -> !measured.valuesOf(s).isEmpty()).toList();
    XIntervalSeriesCollection bars = new XIntervalSeriesCollection();
    YIntervalSeriesCollection errors = new YIntervalSeriesCollection();
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setBarPainter(new StandardXYBarPainter());
    renderer.setShadowVisible(false);
    renderer.setDrawBarOutline(true);
    renderer.setUseYInterval(false);
    XYErrorRenderer errorRenderer = new XYErrorRenderer();
    errorRenderer.setDrawXError(false);
    errorRenderer.setDefaultShapesVisible(false);
    double width = GROUP_WIDTH / structures.size();
    for (int i = 0; i < structures.size(); i++) {
      Structure structure = structures.get(i);
      XIntervalSeries bar = new XIntervalSeries(structure.name(), false, true);
      YIntervalSeries error = new YIntervalSeries(structure.name());
      for (int place = 0; place < places.size(); place++) {
        Optional<Row> row = measured.row(structure, places.get(place)).filter(r -> !r.hasFailed());
        double left = place - GROUP_WIDTH / 2 + i * width;
        double middle = left + width * BAR_PART / 2;
        if (row.isPresent()) {
          bar.add(middle, left, left + width * BAR_PART, row.get().value());
          error.add(middle, row.get().value(), row.get().low(), row.get().high());
        }
      }
      bars.addSeries(bar);
      errors.addSeries(error);
      LineStyle style = Objects.requireNonNull(styles.get(structure));
      renderer.setSeriesPaint(i, style.fill());
      renderer.setSeriesOutlinePaint(i, Color.BLACK);
      renderer.setSeriesOutlineStroke(i, new BasicStroke(0.5f));
      errorRenderer.setSeriesPaint(i, ERROR_COLOR);
      errorRenderer.setSeriesVisibleInLegend(i, false);
    }
    ValueAxis values = Axes.fromZero(Figures.unitTitle(experiment.unit()));
    XYPlot plot =
        new XYPlot(bars, Axes.ofTexts(experiment.axis().title(), places), values, renderer);
    plot.setDataset(1, errors);
    plot.setRenderer(1, errorRenderer);
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.setDomainGridlinesVisible(false);
    return LineFigure.drawing(
        experiment.suite() + "-" + experiment.name(), experiment.title(), plot, structures.size());
  }
}
