package org.jets.collections;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many readers hold a lock, counted in several places, so that readers on different processors
 * do not write the same cache line. A reader counts itself in and then looks whether there is a
 * writer; a writer marks the lock and then looks at all counts: both with volatile accesses, so
 * that one of the two sees the other.
 */
final class ReaderGroups {
  private static final int STRIDE = 128 / Integer.BYTES;

  private final AtomicIntegerArray counts;
  private final int mask;

  /**
   * Groups without readers.
   *
   * @param groups a power of two
   */
  ReaderGroups(int groups) {
    counts = new AtomicIntegerArray((groups + 1) * STRIDE);
    mask = groups - 1;
  }

  /** The group that the calling thread belongs to, always the same. */
  int group() {
    return ThreadSpread.of(Thread.currentThread()) & mask;
  }

  /** Counts the calling thread in, and returns its group. */
  int arrive() {
    int group = group();
    counts.getAndIncrement((group + 1) * STRIDE);
    return group;
  }

  void depart(int group) {
    counts.getAndDecrement((group + 1) * STRIDE);
  }

  /** Waits until each group has been seen without readers. */
  void awaitNone() {
    for (int group = 0; group <= mask; group++) {
      for (int round = 0; counts.get((group + 1) * STRIDE) != 0; round++) {
        BucketLock.backOff(round);
      }
    }
  }
}
