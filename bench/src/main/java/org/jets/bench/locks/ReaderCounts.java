package org.jets.bench.locks;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The number of readers in several places: the reader groups of Erlang's tables (D. Klaftenegger,
 * K. Sagonas, K. Winblad: On the scalability of the Erlang term storage, 2013). Threads of
 * different groups write different cache lines. A writer reads them all.
 *
 * <p><b>Progress.</b> Wait-free. <b>Memory order.</b> All accesses are volatile.
 */
public final class ReaderCounts implements ReadIndicator {
  /** The ints in 128 bytes: a cache line, and the one that is fetched along with it. */
  static final int STRIDE = 32;

  private final AtomicIntegerArray counts;
  private final int mask;

  /**
   * Counts of no readers.
   *
   * @param groups a power of two
   */
  public ReaderCounts(int groups) {
    counts = new AtomicIntegerArray((groups + 1) * STRIDE);
    mask = groups - 1;
  }

  private int placeOf(int spread) {
    return ((spread & mask) + 1) * STRIDE;
  }

  @Override
  public void arrive(int spread) {
    counts.getAndIncrement(placeOf(spread));
  }

  @Override
  public void depart(int spread) {
    counts.getAndDecrement(placeOf(spread));
  }

  @Override
  public boolean isEmpty() {
    for (int group = 0; group <= mask; group++) {
      if (counts.get(placeOf(group)) != 0) {
        return false;
      }
    }
    return true;
  }
}
