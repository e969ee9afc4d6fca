package org.jets.node.jobs;

import org.jspecify.annotations.Nullable;

/**
 * A call that runs in a thread of the pool, and can be cancelled before and while it runs.
 *
 * <p>Guarded by the monitor of {@link #place}: the thread that runs this. So no thread is
 * interrupted that has gone on to another job. A monitor, unlike a lock, allocates nothing.
 */
public abstract class Job {
  /** The place among the jobs that wait. */
  final IntrusiveList.Link<Job> place = new IntrusiveList.Link<>(this);

  private @Nullable Thread runner;

  /** True once the caller has been answered, has been told of the end, or does not wait for it. */
  private volatile boolean isOver;

  /** The reason to end before the work is done. Written with the monitor held. */
  private volatile Ending ending = Ending.NONE;

  private final long bytes;

  /**
   * Creates a job.
   *
   * @param bytes the number of bytes of the request
   */
  public Job(long bytes) {
    this.bytes = bytes;
  }

  /** Returns how many bytes the request has. */
  final long bytes() {
    return bytes;
  }

  /** The reasons for which an answer is not the result of the work. */
  public enum Failure {
    /** The thread was interrupted, though not because of the job. */
    INTERRUPTED,
    /** The job took longer than a call may. */
    EXPIRED,
    /** An error that has not become an answer, or too little memory. */
    ERROR
  }

  private enum Ending {
    NONE,
    /** No caller waits for the answer. */
    CANCELLED,
    /** It has taken longer than a call may. */
    EXPIRED,
    /** There is too little memory for it. */
    NO_MEMORY
  }

  /** Does the work; not called if this was cancelled before. */
  protected abstract void work() throws InterruptedException;

  /** Called after {@link #work} has ended without an answer, if a caller waits for one. */
  protected abstract void abandoned(Failure failure);

  /** Interrupts the thread that runs this, or keeps this from running. */
  public final void cancel() {
    end(Ending.CANCELLED);
  }

  /** Interrupts the thread that runs this, since it has run too long. */
  final void expire() {
    end(Ending.EXPIRED);
  }

  /** Ends this, which runs in the current thread, for want of memory. */
  final void endForMemory() {
    end(Ending.NO_MEMORY);
  }

  private void end(Ending wanted) {
    synchronized (place) {
      if (ending != Ending.CANCELLED) {
        ending = wanted;
      }
      if (runner != null && runner != Thread.currentThread()) {
        runner.interrupt();
      }
    }
  }

  /** Returns whether this should end before its work is done. */
  final boolean isEnding() {
    return ending != Ending.NONE;
  }

  private boolean begin() {
    synchronized (place) {
      if (ending == Ending.NONE) {
        runner = Thread.currentThread();
      }
      return ending == Ending.NONE;
    }
  }

  /**
   * Returns the reason why this should end. After this, no thread interrupts this one because of
   * this job.
   */
  private Ending finish() {
    synchronized (place) {
      runner = null;
      if (ending != Ending.NONE) {
        Thread.interrupted();
      }
      return ending;
    }
  }

  /** Runs the job in the current thread. */
  final void run() {
    if (!begin()) {
      abandon();
      return;
    }
    Failure failure = null;
    Ending why = Ending.NONE;
    try {
      work();
    } catch (InterruptedException e) {
      failure = Failure.INTERRUPTED;
    } catch (RuntimeException | Error e) {
      failure = Failure.ERROR;
      throw e;
    } finally {
      why = finish();
      if (failure != null && why != Ending.CANCELLED) {
        abandoned(failure(why, failure));
      }
      isOver = true;
    }
  }

  /**
   * Tells the caller that there will be no answer, unless it has had one or does not wait for it.
   */
  final void abandon() {
    if (isOver) {
      return;
    }
    Ending why = finish();
    if (why != Ending.CANCELLED) {
      abandoned(failure(why, Failure.ERROR));
    }
    isOver = true;
  }

  private static Failure failure(Ending why, Failure otherwise) {
    return switch (why) {
      case EXPIRED -> Failure.EXPIRED;
      case NO_MEMORY -> Failure.ERROR;
      default -> otherwise;
    };
  }
}
