package org.jets.ets.store;

import java.util.concurrent.locks.ReentrantLock;

/** The status of a batch insert, to which all its {@link PendingCell}s refer. */
final class Transaction {
  private enum Status {
    UNDECIDED,
    COMMITTED,
    ABORTED
  }

  /** Held by the inserting thread from before the first pending cell until after the last. */
  private final ReentrantLock running;

  private volatile Status status = Status.UNDECIDED;

  Transaction(ReentrantLock running) {
    this.running = running;
  }

  void commit() {
    status = Status.COMMITTED;
  }

  void abort() {
    status = Status.ABORTED;
  }

  boolean isUndecided() {
    return status == Status.UNDECIDED;
  }

  boolean isCommitted() {
    return status == Status.COMMITTED;
  }

  /** Waits until this is decided. */
  void await() {
    running.lock();
    try {
      assert !isUndecided() : "its thread is done with it";
    } finally {
      running.unlock();
    }
  }
}
