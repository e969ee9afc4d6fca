package org.jets.bench.harness.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Polygon;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Structure;

/**
 * The style of a structure in all figures of a report: a colour of Okabe and Ito's palette, which
 * the colour-blind can tell apart, a marker, and a dash that says whose it is. Two structures of
 * one report differ in colour, marker or dash; black and white print leaves the last two.
 *
 * @param fill of bars, which have nothing but it: the colour, or where all colours are taken a
 *     lighter, then a darker one
 */
record LineStyle(Color color, Color fill, Shape marker, boolean isFilled, Stroke stroke) {
  /** The palette without its yellow, which is hard to see on white. */
  private static final List<Color> COLORS =
      List.of(
          new Color(0x0072B2),
          new Color(0xD55E00),
          new Color(0x009E73),
          new Color(0xCC79A7),
          new Color(0xE69F00),
          new Color(0x56B4E9),
          new Color(0x000000));

  private static final int SHADES = 3;
  private static final int SIZE = 4;
  private static final float WIDTH = 1.6f;

  /** Gives each structure its style; those that most figures have come first. */
  static Map<Structure, LineStyle> ofAll(List<MeasuredExperiment> experiments) {
    Map<Structure, Integer> figures = new HashMap<>();
    for (MeasuredExperiment experiment : experiments) {
      experiment.structures().forEach(structure -> figures.merge(structure, 1, Integer::sum));
    }
    Map<Structure, LineStyle> styles = new LinkedHashMap<>();
    figures.entrySet().stream()
        .sorted(
            Map.Entry.<Structure, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(
                    Map.Entry.comparingByKey(
                        Comparator.comparing(Structure::origin).thenComparing(Structure::name))))
        .map(Map.Entry::getKey)
        .forEach(structure -> styles.put(structure, of(styles.size(), structure.origin())));
    return styles;
  }

  private static LineStyle of(int number, Structure.Origin origin) {
    List<Shape> markers = markers();
    Color color = COLORS.get(number % COLORS.size());
    return new LineStyle(
        color,
        shade(color, number / COLORS.size()),
        markers.get(number % markers.size()),
        origin == Structure.Origin.JETS,
        stroke(origin));
  }

  private static Color shade(Color color, int round) {
    return switch (round % SHADES) {
      case 0 -> color;
      case 1 -> mix(color, Color.WHITE);
      default -> mix(color, Color.DARK_GRAY);
    };
  }

  private static Color mix(Color one, Color other) {
    return new Color(
        (one.getRed() + other.getRed()) / 2,
        (one.getGreen() + other.getGreen()) / 2,
        (one.getBlue() + other.getBlue()) / 2);
  }

  private static List<Shape> markers() {
    return List.of(
        new Ellipse2D.Double(-SIZE, -SIZE, 2 * SIZE, 2 * SIZE),
        new Rectangle2D.Double(-SIZE, -SIZE, 2 * SIZE, 2 * SIZE),
        polygon(0, -SIZE - 1, SIZE + 1, SIZE, -SIZE - 1, SIZE),
        polygon(0, -SIZE - 1, SIZE + 1, 0, 0, SIZE + 1, -SIZE - 1, 0),
        polygon(0, SIZE + 1, SIZE + 1, -SIZE, -SIZE - 1, -SIZE));
  }

  private static Polygon polygon(int... coordinates) {
    Polygon polygon = new Polygon();
    for (int i = 0; i < coordinates.length; i += 2) {
      polygon.addPoint(coordinates[i], coordinates[i + 1]);
    }
    return polygon;
  }

  private static Stroke stroke(Structure.Origin origin) {
    float[] dash =
        switch (origin) {
          case JETS -> null;
          case JDK -> new float[] {8, 4};
          case JCTOOLS -> new float[] {8, 3, 2, 3};
          case ETS -> new float[] {2, 3};
          case OTHER -> new float[] {1, 5};
        };
    return dash == null
        ? new BasicStroke(WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
        : new BasicStroke(WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
  }
}
