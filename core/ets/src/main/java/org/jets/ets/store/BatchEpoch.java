package org.jets.ets.store;

import java.lang.invoke.VarHandle;

/**
 * Tells a reader of a map's value whether the value can be a {@link PendingCell}. The reader need
 * not touch the value, which would fetch it from memory only for its class.
 *
 * <p>The epoch is a count that is odd while keys may be pending. One thread at a time writes it:
 * before it puts the first pending cell into the map, and after it has replaced the last one. A
 * value that is read between two reads of the same even number is not pending. For a reader that
 * sees a pending cell in the map then reads the odd number or a later one. A reader that has read
 * the next even number does not see the cell any more. To ensure this the count is volatile, and a
 * fence orders the read of the map, in any access mode, before the second read.
 */
final class BatchEpoch {
  private volatile long count;

  /** Returns the epoch before a read of the map, for {@link #isNonePendingSince}. */
  long read() {
    return count;
  }

  /** Returns whether no key has been pending since that epoch was read. */
  boolean isNonePendingSince(long epoch) {
    VarHandle.acquireFence();
    return (epoch & 1) == 0 && count == epoch;
  }

  /** Makes the count odd; called before keys are made pending. */
  void begin() {
    long now = count;
    if ((now & 1) == 0) {
      count = now + 1;
    }
  }

  /**
   * Makes the count even; called when certainly no key is pending any more. As long as this is not
   * certain, readers test each value.
   */
  void end() {
    long now = count;
    if ((now & 1) != 0) {
      count = now + 1;
    }
  }
}
