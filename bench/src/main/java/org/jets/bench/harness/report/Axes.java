package org.jets.bench.harness.report;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.Tick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.axis.ValueTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.Range;

/** Axes of figures. */
final class Axes {
  static final Font LABEL_FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  static final Font TICK_FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  private static final int LONG_TEXTS = 70;

  private Axes() {}

  private static <T extends ValueAxis> T withFonts(T axis) {
    axis.setLabelFont(LABEL_FONT);
    axis.setTickLabelFont(TICK_FONT);
    return axis;
  }

  /** Returns an axis of values, which begins with zero so that lengths can be compared. */
  static NumberAxis fromZero(String title) {
    NumberAxis axis = withFonts(new NumberAxis(title));
    axis.setAutoRangeIncludesZero(true);
    axis.setNumberFormatOverride(new Compact());
    axis.setUpperMargin(0.08);
    return axis;
  }

  static LogAxis logarithmic(String title) {
    return logarithmic(title, new Compact());
  }

  /** With labels of one's own. */
  static LogAxis logarithmic(String title, NumberFormat format) {
    LogAxis axis = withFonts(new PlainLogAxis(title, format));
    axis.setTickUnit(new NumberTickUnit(1, format, 1));
    axis.setSmallestValue(1e-6);
    axis.setLowerMargin(0.05);
    axis.setUpperMargin(0.05);
    return axis;
  }

  /** Returns an axis of a few whole numbers, with a tick for about each. */
  static NumberAxis ofPlaces(String title, List<Double> places) {
    NumberAxis axis = withFonts(new NumberAxis(title));
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    double least = Collections.min(places);
    double greatest = Collections.max(places);
    double margin = Math.max(0.4, (greatest - least) * 0.05);
    axis.setRange(new Range(least - margin, greatest + margin));
    return axis;
  }

  static SymbolAxis ofTexts(String title, List<String> texts) {
    SymbolAxis axis = withFonts(new SymbolAxis(title, texts.toArray(new String[0])));
    axis.setGridBandsVisible(false);
    axis.setRange(-0.5, texts.size() - 0.5);
    axis.setVerticalTickLabels(texts.stream().mapToInt(String::length).sum() > LONG_TEXTS);
    return axis;
  }

  /** Its labels are texts and no outlines of letters, which fill most of a file. */
  private static final class PlainLogAxis extends LogAxis {
    private static final long serialVersionUID = 1;

    private final NumberFormat format;

    PlainLogAxis(String title, NumberFormat format) {
      super(title);
      this.format = format;
    }

    @Override
    protected List<Tick> refreshTicksHorizontal(
        Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
      return plain(super.refreshTicksHorizontal(graphics, area, edge));
    }

    @Override
    protected List<Tick> refreshTicksVertical(
        Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
      return plain(super.refreshTicksVertical(graphics, area, edge));
    }

    private List<Tick> plain(List<?> ticks) {
      List<Tick> plain = new ArrayList<>();
      for (Object each : ticks) {
        ValueTick tick = (ValueTick) each;
        String label = tick.getTickType() == TickType.MAJOR ? format.format(tick.getValue()) : "";
        plain.add(
            new NumberTick(
                tick.getTickType(),
                tick.getValue(),
                label,
                tick.getTextAnchor(),
                tick.getRotationAnchor(),
                tick.getAngle()));
      }
      return plain;
    }
  }

  /** Numbers as short as an axis needs them: 2M for 2,000,000. */
  private static final class Compact extends NumberFormat {
    private static final long serialVersionUID = 1;
    private static final double THOUSAND = 1e3;
    private static final String[] SUFFIXES = {"", "k", "M", "G", "T"};

    private final NumberFormat digits =
        new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));

    @Override
    public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
      double rest = number;
      int power = 0;
      while (Math.abs(rest) >= THOUSAND && power < SUFFIXES.length - 1) {
        rest /= THOUSAND;
        power++;
      }
      return to.append(digits.format(rest)).append(SUFFIXES[power]);
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
