package org.jets.ets.store;

import java.lang.invoke.VarHandle;

/**
 * Tells who has read a map's value whether it can be a {@link PendingCell}, without looking at it:
 * that would be to fetch the object from memory, for its class alone.
 *
 * <p>A count that is odd while keys may be pending. It is written by one thread at a time, before
 * the first pending cell of a row is put into the map and after the last one has been replaced. So
 * a value that has been read between two readings of the same even number is none: whoever sees a
 * pending cell in the map sees the odd number after it, and whoever has seen the even number behind
 * that does not see the cell any more. For that the count is volatile, and a fence keeps the read
 * of the map, of whatever mode, before the second reading.
 */
final class PendingTimes {
  private volatile long count;

  /** The time before a read, for {@link #isNonePendingSince}. */
  long now() {
    return count;
  }

  /** Whether no key has been pending at any moment since then. */
  boolean isNonePendingSince(long then) {
    VarHandle.acquireFence();
    return (then & 1) == 0 && count == then;
  }

  /** To be called before keys are made pending. */
  void begin() {
    long now = count;
    if ((now & 1) == 0) {
      count = now + 1;
    }
  }

  /**
   * To be called when no key is pending any more; not if that is not sure. Then all values are
   * looked at from now on.
   */
  void end() {
    long now = count;
    if ((now & 1) != 0) {
      count = now + 1;
    }
  }
}
