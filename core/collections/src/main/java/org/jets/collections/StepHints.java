package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * Where threads have come to that step through a tree from key to key, so that the next step need
 * not search: a cell of the tree, and an index in it. Each thread has a place that few others
 * write, 128 bytes from theirs.
 *
 * <p>Plain reads and writes: what is found here may be of another thread, and the cell of one step
 * and the index of another. Whoever takes it looks whether the cell has his key at that index.
 */
final class StepHints<C> {
  private static final int STRIDE = 128 / Integer.BYTES; // And references take no less.

  private static final int PLACES = places(Runtime.getRuntime().availableProcessors());

  private final @Nullable Object[] cells = new @Nullable Object[(PLACES + 1) * STRIDE];
  private final int[] indexes = new int[(PLACES + 1) * STRIDE];

  private static int places(int processors) {
    return processors == 1 ? 1 : 2 * Integer.highestOneBit(Math.min(processors, 64) - 1);
  }

  /** The place of the thread that calls. */
  static int place() {
    return ((ThreadSpread.of(Thread.currentThread()) & PLACES - 1) + 1) * STRIDE;
  }

  @SuppressWarnings("unchecked") // Only such are stored.
  @Nullable C cell(int place) {
    return (C) cells[place];
  }

  int index(int place) {
    return indexes[place];
  }

  void set(int place, C cell, int index) {
    if (cells[place] != cell) {
      cells[place] = cell;
    }
    indexes[place] = index;
  }
}
