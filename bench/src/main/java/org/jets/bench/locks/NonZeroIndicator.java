package org.jets.bench.locks;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A scalable non-zero indicator (F. Ellen, Y. Lev, V. Luchangco, M. Moir: SNZI, 2007), of two
 * levels. Readers count themselves in a leaf for their group. Only the first in a leaf, and the
 * last one, change the root. So a writer reads one word.
 *
 * <p>A leaf holds twice its number of readers, and a version. One is the number while its first
 * reader goes to the root. Each reader that meets it helps: it goes to the root, and then tries to
 * set the number to two. Those that have gone in vain leave the root again. The version keeps one
 * that is late from ending another arrival than the one that it has seen.
 *
 * <p>Difference from the paper: a writer reads the count of the root, instead of a bit that says
 * whether it is zero. That bit is for many waiting writers.
 *
 * <p><b>Progress.</b> Lock-free; {@link #isEmpty} is wait-free. <b>Memory order.</b> All accesses
 * are volatile.
 */
public final class NonZeroIndicator implements ReadIndicator {
  /** The longs in 128 bytes. */
  private static final int STRIDE = 16;

  private static final int ROOT = STRIDE;

  private static final int VERSION_SHIFT = 32;
  private static final long VERSION = 1L << VERSION_SHIFT;
  private static final long COUNT = VERSION - 1;
  private static final long HALF = 1;
  private static final long ONE = 2;

  private final AtomicLongArray nodes;
  private final int mask;

  /**
   * An indicator of no readers.
   *
   * @param groups a power of two
   */
  public NonZeroIndicator(int groups) {
    nodes = new AtomicLongArray((groups + 2) * STRIDE);
    mask = groups - 1;
  }

  private int leafOf(int spread) {
    return ((spread & mask) + 2) * STRIDE;
  }

  @Override
  public void arrive(int spread) {
    int leaf = leafOf(spread);
    int inVain = 0;
    boolean hasArrived = false;
    while (!hasArrived) {
      long seen = nodes.get(leaf);
      long count = seen & COUNT;
      if (count >= ONE) {
        hasArrived = nodes.compareAndSet(leaf, seen, seen + ONE);
        continue;
      }
      if (count == 0) {
        long half = seen + VERSION + HALF;
        if (!nodes.compareAndSet(leaf, seen, half)) {
          continue;
        }
        hasArrived = true;
        seen = half;
      }
      nodes.getAndIncrement(ROOT);
      if (!nodes.compareAndSet(leaf, seen, seen - HALF + ONE)) {
        inVain++;
      }
    }
    if (inVain > 0) {
      nodes.getAndAdd(ROOT, -inVain);
    }
  }

  @Override
  public void depart(int spread) {
    int leaf = leafOf(spread);
    long seen = nodes.getAndAdd(leaf, -ONE);
    if ((seen & COUNT) == ONE) {
      nodes.getAndDecrement(ROOT);
    }
  }

  @Override
  public boolean isEmpty() {
    return nodes.get(ROOT) == 0;
  }
}
