package org.jets.bench.harness;

/**
 * The quantity that an experiment varies from point to point.
 *
 * @param title under the axis, with its unit if it has one: {@code threads}, {@code keys}
 */
public record Axis(String title, Scale scale) {
  /** The axis of a sweep over threads; of these the report draws the speed-up, too. */
  public static final Axis THREADS = new Axis("threads", Scale.LINEAR);

  /** The layout of the places of points. */
  public enum Scale {
    /** Numbers. */
    LINEAR,
    /** Numbers from 1 on whose logarithm counts. */
    LOGARITHMIC,
    /** Texts, in the order of the points. */
    CATEGORIES
  }

  /** Returns true if it counts threads. */
  public boolean isThreads() {
    return equals(THREADS);
  }
}
