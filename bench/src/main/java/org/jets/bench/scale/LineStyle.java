package org.jets.bench.scale;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Polygon;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * How a structure is drawn in all figures of a report: a colour of Okabe and Ito's palette, which
 * the colour-blind can tell apart, a marker, and a dash that says whose it is. Two structures of
 * one report differ in colour, marker or dash; black and white print leaves the last two.
 */
record LineStyle(Color color, Shape marker, boolean isFilled, Stroke stroke) {
  /** Without the palette's yellow, which is hard to see on white. */
  private static final List<Color> COLORS =
      List.of(
          new Color(0x0072B2),
          new Color(0xD55E00),
          new Color(0x009E73),
          new Color(0xCC79A7),
          new Color(0xE69F00),
          new Color(0x56B4E9),
          new Color(0x000000));

  private static final int SIZE = 4;
  private static final float WIDTH = 1.6f;

  /** Gives each structure its style, by its place among all, ours first. */
  static Map<Structure, LineStyle> ofAll(List<MeasuredExperiment> experiments) {
    TreeSet<Structure> all =
        new TreeSet<>(Comparator.comparing(Structure::origin).thenComparing(Structure::name));
    experiments.forEach(experiment -> all.addAll(experiment.structures()));
    Map<Structure, LineStyle> styles = new LinkedHashMap<>();
    for (Structure structure : new ArrayList<>(all)) {
      styles.put(structure, of(styles.size(), structure.origin()));
    }
    return styles;
  }

  private static LineStyle of(int number, Structure.Origin origin) {
    List<Shape> markers = markers();
    return new LineStyle(
        COLORS.get(number % COLORS.size()),
        markers.get(number % markers.size()),
        origin == Structure.Origin.JETS,
        stroke(origin));
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
        };
    return dash == null
        ? new BasicStroke(WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
        : new BasicStroke(WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
  }
}
