package org.jets.bench.harness;

/** The way an experiment is drawn, and the format of its points' side files. */
public enum Figure {
  /** A line for each structure, with a bar from the least to the greatest repetition. */
  LINES,
  /** Lines, each divided by the baseline's value at the same place. */
  RELATIVE_LINES,
  /** A group of bars for each place of the axis, with a bar for each structure. */
  BARS,
  /**
   * Latencies by percentile, from side lines {@code PERCENTILE NANOS}, ascending, such as {@code
   * 99.9 10431}; the last is {@code 100 WORST}. The sample of such a point is the 99.9th
   * percentile. The axis has a place for each of the circumstances that are drawn beside each
   * other.
   */
  PERCENTILES,
  /**
   * The shape of a tree over time, from side lines, each of them a frame:
   *
   * <pre>
   * frame MILLIS PHASE_WITH_UNDERSCORES THREADS LEAVES
   * </pre>
   *
   * where LEAVES are the base nodes in key order, separated by commas, each {@code
   * FROM:DEPTH:STATISTICS:SIZE}: the least key (a part of the key range in 0..1, six digits), the
   * number of routing nodes above it, its contention statistics, its entries. At most 400 frames of
   * at most 512 leaves. The sample of such a point is the greatest number of base nodes.
   */
  ANIMATION
}
