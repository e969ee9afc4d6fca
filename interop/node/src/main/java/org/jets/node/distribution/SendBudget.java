package org.jets.node.distribution;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes that wait to be sent by a node, on all connections. Safe for use by many
 * threads. Counting allocates nothing, so that a count can be reversed when the heap is full.
 */
final class SendBudget {
  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong keptBytes = new AtomicLong();
  private final AtomicLong writtenBytes = new AtomicLong();

  SendBudget(DistributionOptions options) {
    this.maxBytes = options.sendBytes;
  }

  long maxBytes() {
    return maxBytes;
  }

  void add(long count) {
    bytes.addAndGet(count);
  }

  /** Returns how many bytes more may wait; negative if there are too many. */
  long left() {
    return maxBytes - bytes.get();
  }

  /** Returns what counts the bytes that connections write, ended ones too. */
  AtomicLong writtenBytes() {
    return writtenBytes;
  }

  /** Counts bytes that a {@link Backlog} keeps, apart from those that wait to be written. */
  void addKept(long count) {
    keptBytes.addAndGet(count);
  }

  /** Returns how many bytes more may be kept; negative if there are too many. */
  long keptLeft() {
    return maxBytes - keptBytes.get();
  }
}
