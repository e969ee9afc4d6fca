package org.jets.bench.harness.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Line2D;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.IntervalXYDataset;

/** Lines with markers and bars from the least to the greatest repetition. */
final class LineFigure {
  static final int WIDTH = 640;
  private static final int PLOT_HEIGHT = 300;
  private static final int LEGEND_LINE_HEIGHT = 22;
  private static final int LEGEND_COLUMNS = 2;
  private static final int TITLE_FONT_SIZE = 13;
  private static final Color GRID = new Color(0xDDDDDD);

  private LineFigure() {}

  /**
   * Draws lines.
   *
   * @param styles one for each line
   */
  static Drawing draw(
      String name,
      String title,
      IntervalXYDataset lines,
      List<LineStyle> styles,
      ValueAxis places,
      ValueAxis values) {
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDrawXError(false);
    renderer.setDefaultLinesVisible(true);
    renderer.setCapLength(5);
    renderer.setErrorStroke(new BasicStroke(1));
    renderer.setUseFillPaint(true);
    renderer.setDrawSeriesLineAsPath(true);
    renderer.setLegendLine(new Line2D.Double(-16, 0, 16, 0));
    for (int i = 0; i < styles.size(); i++) {
      LineStyle style = styles.get(i);
      renderer.setSeriesPaint(i, style.color());
      renderer.setSeriesStroke(i, style.stroke());
      renderer.setSeriesShape(i, style.marker());
      renderer.setSeriesFillPaint(i, style.isFilled() ? style.color() : Color.WHITE);
    }
    XYPlot plot = new XYPlot(lines, places, values, renderer);
    return drawing(name, title, plot, styles.size());
  }

  /** A figure of a plot, with the title above and a legend below. */
  static Drawing drawing(String name, String title, XYPlot plot, int legendItems) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    plot.setOutlinePaint(Color.GRAY);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    JFreeChart chart =
        new JFreeChart(
            title, new Font(Font.SANS_SERIF, Font.BOLD, TITLE_FONT_SIZE), plot, legendItems > 0);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getTitle().setHorizontalAlignment(HorizontalAlignment.LEFT);
    chart.getTitle().setPaint(Color.BLACK);
    chart.setPadding(new RectangleInsets(4, 4, 4, 8));
    LegendTitle legend = chart.getLegend();
    if (legend != null) {
      legend.setPosition(RectangleEdge.BOTTOM);
      legend.setItemFont(Axes.TICK_FONT);
      legend.setFrame(BlockBorder.NONE);
      legend.setItemLabelPadding(new RectangleInsets(2, 4, 2, 10));
    }
    int lines = (legendItems + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    int height = PLOT_HEIGHT + LEGEND_LINE_HEIGHT * lines;
    return new Drawing(name, title, chart, WIDTH, height);
  }
}
