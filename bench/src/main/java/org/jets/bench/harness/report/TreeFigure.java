package org.jets.bench.harness.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.TreeFrame;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** The number of base nodes over time: what of the animation can be printed. */
final class TreeFigure {
  private static final Color BLUE = new Color(0x0072B2);
  private static final Shape DOT = new Ellipse2D.Double(-1, -1, 2, 2);

  private TreeFigure() {}

  static List<Drawing> of(MeasuredExperiment measured) {
    List<Drawing> drawings = new ArrayList<>();
    for (Row row : measured.rows()) {
      List<String> lines = measured.sides().getOrDefault(row, List.of());
      if (!lines.isEmpty()) {
        drawings.add(
            draw(measured.experiment(), row, lines.stream().map(TreeFrame::parse).toList()));
      }
    }
    return drawings;
  }

  private static Drawing draw(Experiment experiment, Row row, List<TreeFrame> frames) {
    YIntervalSeries nodes = new YIntervalSeries("base nodes");
    int most = 1;
    for (TreeFrame frame : frames) {
      int count = frame.leaves().size();
      nodes.add(frame.millis() / 1e3, count, count, count);
      most = Math.max(most, count);
    }
    YIntervalSeriesCollection lines = new YIntervalSeriesCollection();
    lines.addSeries(nodes);
    NumberAxis time = Axes.fromZero("time [s]");
    time.setLowerMargin(0);
    time.setUpperMargin(0.02);
    NumberAxis values = Axes.fromZero("base nodes");
    values.setRange(0, most * 1.25);
    LineStyle style = new LineStyle(BLUE, BLUE, DOT, true, new BasicStroke(1.6f));
    Drawing drawing =
        LineFigure.draw(
            experiment.suite() + "-" + experiment.name() + "-" + row.structure().name(),
            "Base nodes of " + row.structure().name() + ": " + experiment.title(),
            lines,
            List.of(style),
            time,
            values);
    markPhases(drawing.chart().getXYPlot(), frames, most * 1.22);
    drawing.chart().removeLegend();
    if (drawing.chart().getXYPlot().getRenderer() instanceof XYErrorRenderer renderer) {
      renderer.setSeriesShapesVisible(0, false);
      renderer.setDrawYError(false);
    }
    return drawing;
  }

  private static void markPhases(XYPlot plot, List<TreeFrame> frames, double height) {
    String phase = "";
    boolean isHigh = true;
    for (TreeFrame frame : frames) {
      String here = frame.phase() + ", x" + frame.threads();
      if (!here.equals(phase)) {
        phase = here;
        double seconds = frame.millis() / 1e3;
        plot.addDomainMarker(new ValueMarker(seconds, Color.GRAY, new BasicStroke(0.8f)));
        XYTextAnnotation text =
            new XYTextAnnotation(" " + here, seconds, isHigh ? height : height * 0.93);
        text.setTextAnchor(TextAnchor.TOP_LEFT);
        text.setFont(Axes.TICK_FONT);
        plot.addAnnotation(text);
        isHigh = !isHigh;
      }
    }
  }
}
