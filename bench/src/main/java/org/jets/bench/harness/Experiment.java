package org.jets.bench.harness;

import java.util.List;

/**
 * One figure: structures along an axis.
 *
 * @param suite the suite's name
 * @param name unique within the suite: small letters, digits, underscores and hyphens; {@code
 *     --only} matches {@code suite/name}
 * @param title of the figure, with the parameters that all its points share, such as {@code 90 %
 *     lookups, 2^20 of 2^21 keys}
 * @param note what a reader should know, in a sentence or two; may be empty
 * @param baseline the name of the structure that the others are divided by in tables and relative
 *     curves; empty for none. A baseline that was not measured is left out
 */
public record Experiment(
    String suite,
    String name,
    String title,
    String note,
    Figure figure,
    Axis axis,
    Unit unit,
    String baseline,
    List<Point> points) {
  /** Copies the list. */
  public Experiment {
    if (!name.matches("[a-z0-9_-]+")) {
      throw new IllegalArgumentException(
          "name: " + name + " (expected: small letters, digits, _ and -)");
    }
    points = List.copyOf(points);
  }

  /** The name that {@code --only} matches. */
  public String path() {
    return suite + "/" + name;
  }

  public Experiment withPoints(List<Point> others) {
    return new Experiment(suite, name, title, note, figure, axis, unit, baseline, others);
  }
}
