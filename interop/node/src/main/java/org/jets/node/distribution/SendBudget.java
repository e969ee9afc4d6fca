package org.jets.node.distribution;

import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes that wait to be sent by a node, to all others. Safe for use by many threads. */
final class SendBudget {
  private final long maxBytes;
  private final LongAdder bytes = new LongAdder();

  SendBudget(DistributionOptions options) {
    this.maxBytes = options.sendBytes;
  }

  void add(long count) {
    bytes.add(count);
  }

  /** Returns how many bytes more may wait; negative if there are too many. */
  long left() {
    return maxBytes - bytes.sum();
  }
}
