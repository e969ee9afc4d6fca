package org.jets.bench.harness;

import java.util.List;

/**
 * A structure at one place of an experiment's axis.
 *
 * @param x the place: a number as text, or the name of a category
 * @param threads how many threads work, on whatever axis
 */
public record Point(Structure structure, String x, int threads, Measured measured) {
  /** Returns the names that tell the point from all others: suite, experiment, structure, place. */
  public List<String> identity(Experiment experiment) {
    return List.of(experiment.suite(), experiment.name(), structure.name(), x);
  }

  /** On an axis of threads. */
  public static Point ofThreads(Structure structure, int threads, Measured measured) {
    return new Point(structure, Integer.toString(threads), threads, measured);
  }
}
