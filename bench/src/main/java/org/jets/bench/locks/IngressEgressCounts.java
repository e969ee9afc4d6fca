package org.jets.bench.locks;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Two counts for each group of threads, which only grow: of the readers that have arrived, and of
 * those that have departed (Y. Lev, V. Luchangco, M. Olszewski: Scalable reader-writer locks,
 * 2009). There are no readers if the sums are the same.
 *
 * <p>A writer reads departures first. If the sums are the same, then each reader that had arrived
 * when it began to read arrivals had departed before.
 *
 * <p><b>Progress.</b> Wait-free. <b>Memory order.</b> All accesses are volatile.
 */
public final class IngressEgressCounts implements ReadIndicator {
  private static final int STRIDE = ReaderCounts.STRIDE;

  private final AtomicIntegerArray counts;
  private final int mask;

  /**
   * Counts of no readers.
   *
   * @param groups a power of two
   */
  public IngressEgressCounts(int groups) {
    counts = new AtomicIntegerArray((2 * groups + 1) * STRIDE);
    mask = groups - 1;
  }

  private int arrivalsOf(int spread) {
    return (2 * (spread & mask) + 1) * STRIDE;
  }

  private int departuresOf(int spread) {
    return arrivalsOf(spread) + STRIDE;
  }

  @Override
  public void arrive(int spread) {
    counts.getAndIncrement(arrivalsOf(spread));
  }

  @Override
  public void depart(int spread) {
    counts.getAndIncrement(departuresOf(spread));
  }

  @Override
  public boolean isEmpty() {
    int departures = 0;
    for (int group = 0; group <= mask; group++) {
      departures += counts.get(departuresOf(group));
    }
    int arrivals = 0;
    for (int group = 0; group <= mask; group++) {
      arrivals += counts.get(arrivalsOf(group));
    }
    return arrivals == departures;
  }
}
