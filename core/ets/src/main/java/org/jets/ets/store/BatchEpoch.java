package org.jets.ets.store;

import java.lang.invoke.VarHandle;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.cell.PendingCell;

/**
 * Tells a reader of a map's value whether the value can be a {@link PendingCell} or a {@link
 * CounterCell}. The reader need not touch the value, which would fetch it from memory only for its
 * class.
 *
 * <p>The epoch is a number with two flags: whether keys may be pending, and whether the map may
 * have counters. One thread at a time writes it: before it puts the first pending cell into the
 * map, after it has replaced the last one, and before any thread puts the first counter into the
 * map. A value that is read between two reads of the same epoch without a flag is of neither kind.
 * For a reader that sees a pending cell in the map then reads the flag or a later number. A reader
 * that has read the next number without the flag does not see the cell any more. The flag of
 * counters is never cleared. To ensure this the number is volatile, and a fence orders the read of
 * the map, in any access mode, before the second read.
 */
final class BatchEpoch {
  private static final long PENDING = 1;
  private static final long COUNTERS = 2;

  /** The difference between the numbers of two epochs. */
  private static final long NEXT = 4;

  private volatile long count;

  /** Returns the epoch before a read of the map, for {@link #isPlainSince} and the like. */
  long read() {
    return count;
  }

  /** Returns whether no key has been pending since that epoch was read. */
  boolean isNonePendingSince(long epoch) {
    VarHandle.acquireFence();
    return (epoch & PENDING) == 0 && count == epoch;
  }

  /** Returns whether each value that has been read since that epoch was read is a cell. */
  boolean isPlainSince(long epoch) {
    VarHandle.acquireFence();
    return (epoch & (PENDING | COUNTERS)) == 0 && count == epoch;
  }

  /** Sets the flag of pending keys; called before keys are made pending. */
  void begin() {
    long now = count;
    if ((now & PENDING) == 0) {
      count = now + PENDING;
    }
  }

  /**
   * Clears the flag of pending keys; called when certainly no key is pending any more. As long as
   * this is not certain, readers test each value.
   */
  void end() {
    long now = count;
    if ((now & PENDING) != 0) {
      count = now - PENDING + NEXT;
    }
  }

  /** Sets the flag of counters; called before the first counter is put into the map. */
  void beginCounters() {
    long now = count;
    count = now | COUNTERS;
  }

  /** Returns whether the map may have counters. */
  boolean hasCounters() {
    return (count & COUNTERS) != 0;
  }
}
