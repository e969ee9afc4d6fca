package org.jets.collections.internal.sync;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The number of readers that hold a lock, counted in several places, so that readers on different
 * processors do not write the same cache line. A reader counts itself in and then checks for a
 * writer. A writer marks the lock and then reads all counts. Both use volatile accesses, so that
 * one of the two sees the other.
 */
public final class ReaderGroups {
  private static final int BYTES_EACH = 128;
  private static final int STRIDE = BYTES_EACH / Integer.BYTES;

  private final AtomicIntegerArray counts;
  private final int mask;

  /**
   * Groups without readers.
   *
   * @param groups a power of two
   */
  public ReaderGroups(int groups) {
    counts = new AtomicIntegerArray((groups + 1) * STRIDE);
    mask = groups - 1;
  }

  /** The bytes that so many groups of one lock take. */
  public static long bytes(int groups) {
    return groups == 0 ? 0 : (groups + 1L) * BYTES_EACH + 56; // And three headers.
  }

  /**
   * Counts a reader in.
   *
   * @param spread tells its group: any number, but the same one when it departs
   */
  void arrive(int spread) {
    counts.getAndIncrement(placeOf(spread));
  }

  void depart(int spread) {
    counts.getAndDecrement(placeOf(spread));
  }

  private int placeOf(int spread) {
    return ((spread & mask) + 1) * STRIDE;
  }

  /**
   * Waits until each group has been seen without readers. Readers run no callback meanwhile, so
   * that it takes long only if one of them loses its processor.
   */
  void awaitNone() {
    boolean isInterrupted = false;
    try {
      for (int group = 0; group <= mask; group++) {
        for (int round = 0; counts.get(placeOf(group)) != 0; round++) {
          BucketLock.backOff(round);
          isInterrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
