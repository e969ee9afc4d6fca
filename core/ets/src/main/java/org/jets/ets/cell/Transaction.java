package org.jets.ets.cell;

import java.util.concurrent.locks.ReentrantLock;

/** The status of a batch insert, to which all its {@link PendingCell}s refer. */
public final class Transaction {
  private enum Status {
    UNDECIDED,
    COMMITTED,
    ABORTED
  }

  /** Held by the inserting thread from before the first pending cell until after the last. */
  private final ReentrantLock running;

  private volatile Status status = Status.UNDECIDED;

  public Transaction(ReentrantLock running) {
    this.running = running;
  }

  public void commit() {
    status = Status.COMMITTED;
  }

  public void abort() {
    status = Status.ABORTED;
  }

  public boolean isUndecided() {
    return status == Status.UNDECIDED;
  }

  public boolean isCommitted() {
    return status == Status.COMMITTED;
  }

  /** Waits until this is decided. */
  public void await() {
    running.lock();
    try {
      assert !isUndecided() : "its thread is done with it";
    } finally {
      running.unlock();
    }
  }
}
