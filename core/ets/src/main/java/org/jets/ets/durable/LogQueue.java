package org.jets.ets.durable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jspecify.annotations.Nullable;

/**
 * The tickets that wait for the thread of a log, in their order, and the end of the log: it is
 * closed, or has failed, and takes no more tickets.
 *
 * <p>Guarded by {@link #lock}: all fields. Those that are volatile are read without it. The lock is
 * held for a few steps without a call of foreign code. A thread that has made a change does not
 * wait for it in a queue, which would take memory.
 *
 * <p>No method allocates anything, except that a thread may need memory to {@linkplain #awaitRoom
 * wait} for room. So the log's thread does not end, and a log can be closed, while the heap is
 * full.
 */
final class LogQueue {
  /** The number of attempts to get the lock without a pause. */
  private static final int SPINS = 64;

  /** The time between two attempts after that. */
  private static final long LOCK_NANOS = 1_000;

  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** Signalled when the tickets have been taken, and when the queue ends. */
  private final Condition room = lock.newCondition();

  /** The first ticket, in a list that needs no memory; null if there is none. */
  @GuardedBy("lock") private @Nullable LogTicket first;

  /** The last ticket, unless there is none. */
  @GuardedBy("lock") private @Nullable LogTicket last;

  /** The number of bytes of the records that wait. */
  @GuardedBy("lock") private long bytes;

  /** Set when the log's thread takes no more tickets. */
  @GuardedBy("lock") private boolean isEnded;

  private volatile boolean isClosed;

  /** True if the files are to be removed. Written before {@link #isClosed}. */
  private volatile boolean isDiscarded;

  private volatile @Nullable IOException failure;

  /** The thread of the log, once it takes tickets. */
  private volatile @Nullable Thread server;

  /** Returns why the log has failed; null if it has not. */
  @Nullable IOException failure() {
    return failure;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Returns whether the log has been closed so that its files are removed. */
  boolean isDiscarded() {
    return isDiscarded;
  }

  /** Takes the lock. */
  private void lockInPlace() {
    for (int attempts = 1; !lock.tryLock(); attempts++) {
      if (attempts < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(LOCK_NANOS);
      }
    }
  }

  /** Adds a ticket, unless the log is closed or has failed. Returns whether it has been added. */
  boolean add(LogTicket ticket, int recordBytes) {
    lockInPlace();
    try {
      if (failure != null || isClosed) {
        return false;
      }
      enqueue(ticket);
      bytes += recordBytes;
      return true;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void enqueue(LogTicket ticket) {
    if (first == null || last == null) {
      first = ticket;
      LockSupport.unpark(server);
    } else {
      last.setNext(ticket);
    }
    last = ticket;
  }

  /** Makes the log fail. A ticket tells its thread so. */
  void fail(IOException cause, LogTicket ticket) {
    lockInPlace();
    try {
      if (failure == null && !isClosed) {
        failure = cause;
        enqueue(ticket);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes the log. Returns false, and does nothing, if it has been closed.
   *
   * @param ticket tells the log's thread so, or has failed on return
   * @param isWithFiles whether the files are to be removed
   */
  boolean close(LogTicket ticket, boolean isWithFiles) {
    lockInPlace();
    try {
      if (isClosed) {
        return false;
      }
      isDiscarded = isWithFiles;
      isClosed = true;
      if (isEnded) {
        ticket.complete(failure);
        LockSupport.unpark(server);
      } else {
        enqueue(ticket);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there are tickets, or a time has come, and takes all. Called by the log's thread.
   *
   * @param isTimed whether there is such a time
   * @param nanos the time
   * @return the first ticket; null if there is none
   */
  @Nullable LogTicket take(boolean isTimed, long nanos) {
    server = Thread.currentThread();
    while (true) {
      lockInPlace();
      try {
        if (first != null || (isTimed && nanos - System.nanoTime() <= 0)) {
          return takeAll();
        }
      } finally {
        lock.unlock();
      }
      park(isTimed, nanos);
    }
  }

  private void park(boolean isTimed, long nanos) {
    if (isTimed) {
      LockSupport.parkNanos(this, nanos - System.nanoTime());
    } else {
      LockSupport.park(this);
    }
    // An interrupt means nothing to the log's thread, but would end each of its waits.
    Thread.interrupted();
  }

  @GuardedBy("lock") private @Nullable LogTicket takeAll() {
    LogTicket taken = first;
    first = null;
    last = null;
    bytes = 0;
    room.signalAll();
    return taken;
  }

  /**
   * Ends the queue, and takes the last tickets. Called by the log's thread.
   *
   * @param cause the reason for which the log fails, if it has not failed yet; null for none
   */
  @Nullable LogTicket end(@Nullable IOException cause) {
    lockInPlace();
    try {
      isEnded = true;
      if (failure == null) {
        failure = cause;
      }
      return takeAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the log is closed. Called by the log's thread. */
  void awaitClose() {
    server = Thread.currentThread();
    while (!isClosed) {
      park(false, 0);
    }
  }

  /** Waits while too many bytes of records wait, unless the queue has ended. */
  void awaitRoom(long maxBytes) {
    lockInPlace();
    try {
      while (bytes > maxBytes && !isEnded) {
        room.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
