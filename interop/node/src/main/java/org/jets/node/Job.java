package org.jets.node;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A call that runs in a thread of the pool, and can be cancelled before and while it does. */
abstract class Job {
  /** So that nobody is interrupted who has gone on to another job. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable Thread runner;

  /** Why this is to end before its work is done; written with the lock held. */
  private volatile Ending ending = Ending.NONE;

  private final long bytes;

  /**
   * Makes a job.
   *
   * @param bytes how many the request has
   */
  Job(long bytes) {
    this.bytes = bytes;
  }

  /** Returns how many bytes the request has. */
  final long bytes() {
    return bytes;
  }

  /** Why an answer is not the result of the work. */
  enum Failure {
    /** The thread was interrupted, though not because of the job. */
    INTERRUPTED,
    /** The job took longer than a call may. */
    EXPIRED,
    /** An error, of which nobody has made an answer, or too little memory. */
    ERROR
  }

  private enum Ending {
    NONE,
    /** Nobody waits for the answer. */
    CANCELLED,
    /** It has taken longer than a call may. */
    EXPIRED,
    /** There is too little memory for it. */
    NO_MEMORY
  }

  /** Does the work; not called if this was cancelled before. */
  abstract void work() throws InterruptedException;

  /** Called after {@link #work} has ended without an answer, if somebody waits for one. */
  abstract void abandoned(Failure failure);

  /** Has the thread interrupted that runs this, or keeps this from running. */
  final void cancel() {
    end(Ending.CANCELLED);
  }

  /** Has the thread interrupted that runs this, for having run too long. */
  final void expire() {
    end(Ending.EXPIRED);
  }

  /** Ends this, which runs in the current thread, for want of memory. */
  final void endForMemory() {
    end(Ending.NO_MEMORY);
  }

  private void end(Ending wanted) {
    lock.lock();
    try {
      if (ending != Ending.CANCELLED) {
        ending = wanted;
      }
      if (runner != null && runner != Thread.currentThread()) {
        runner.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether this is to end before its work is done. */
  final boolean isEnding() {
    return ending != Ending.NONE;
  }

  private boolean begin() {
    lock.lock();
    try {
      if (ending == Ending.NONE) {
        runner = Thread.currentThread();
      }
      return ending == Ending.NONE;
    } finally {
      lock.unlock();
    }
  }

  /** After this nobody interrupts the thread because of this job; returns why it was to end. */
  private Ending finish() {
    lock.lock();
    try {
      runner = null;
      if (ending != Ending.NONE) {
        Thread.interrupted();
      }
      return ending;
    } finally {
      lock.unlock();
    }
  }

  /** Runs the job in the current thread. */
  final void run() {
    if (!begin()) {
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
    }
  }

  private static Failure failure(Ending why, Failure otherwise) {
    return switch (why) {
      case EXPIRED -> Failure.EXPIRED;
      case NO_MEMORY -> Failure.ERROR;
      default -> otherwise;
    };
  }
}
