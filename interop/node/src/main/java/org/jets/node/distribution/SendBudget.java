package org.jets.node.distribution;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes that wait to be sent by a node, to all others. Safe for use by many threads.
 * Counting allocates nothing, so that what has been counted can be taken back at a full heap.
 */
final class SendBudget {
  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();

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
}
