package org.jets.ets.durable;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A record that waits for its place in the log. The thread that {@linkplain DurableLog#append
 * appended} it, and no other, {@linkplain #await waits} for it.
 *
 * <p>Memory order: the waiting thread writes {@link #waiter} before it reads {@link #isDone}, and
 * the log's thread writes {@link #isDone} before it reads {@link #waiter}, all volatile. So one of
 * them sees the other. The write of {@link #isDone} publishes {@link #failure}, {@link #segment}
 * and {@link #bytes}.
 */
public final class LogTicket {
  /** The tasks of the log's thread. */
  enum Task {
    /** Writes a record. */
    WRITE,
    /** Forces the records before. */
    FORCE,
    /** Begins a segment, and returns its header. */
    ROTATE,
    /** Ends the log. */
    CLOSE,
    /** Ends the log since it has {@linkplain DurableLog#breakOff missed a change}. */
    FAIL
  }

  private final DurableLog log;
  private final Task task;

  /** Null unless the task is to write it. Written before the ticket enters the queue. */
  private @Nullable LogRecord record;

  /** The ticket behind this one in the queue. Guarded by the log's lock, then by its thread. */
  private @Nullable LogTicket next;

  private volatile @Nullable Thread waiter;
  private volatile boolean isDone;
  private @Nullable IOException failure;
  private @Nullable LogHeader segment;
  private long bytes;

  LogTicket(DurableLog log, Task task) {
    this.log = log;
    this.task = task;
  }

  Task task() {
    return task;
  }

  @Nullable LogRecord record() {
    return record;
  }

  void setRecord(LogRecord written) {
    record = written;
  }

  @Nullable LogTicket next() {
    return next;
  }

  void setNext(@Nullable LogTicket ticket) {
    next = ticket;
  }

  /**
   * Sets the result of {@link Task#ROTATE}: the header of the segment, and the bytes of those
   * before it. Called before the task is done.
   */
  void setSegment(LogHeader begun, long before) {
    segment = begun;
    bytes = before;
  }

  /** Returns the header of the segment that has been begun. */
  LogHeader segment() {
    return Objects.requireNonNull(segment, "segment");
  }

  long bytes() {
    return bytes;
  }

  /** Ends the wait. Allocates nothing. */
  void complete(@Nullable IOException error) {
    failure = error;
    isDone = true;
    LockSupport.unpark(waiter);
  }

  /**
   * Returns when the record is as safe as the log's {@link org.jets.ets.log.SyncMode} promises. An
   * interrupt does not end the wait, since the change is made already; it is kept for the caller.
   *
   * @throws org.jets.ets.TableLogException if the record is perhaps not in the log
   */
  public void await() {
    log.await(this);
  }

  /** Returns when the task is done. */
  void awaitDone() {
    awaitEnd();
    if (failure != null) {
      throw log.failed(failure);
    }
  }

  /** Throws the error of a task that has ended, if there is one. */
  void throwFailure() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns when the task is done or has failed. */
  void awaitEnd() {
    boolean isInterrupted = false;
    waiter = Thread.currentThread();
    while (!isDone) {
      LockSupport.park(log);
      isInterrupted |= Thread.interrupted();
    }
    waiter = null;
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
