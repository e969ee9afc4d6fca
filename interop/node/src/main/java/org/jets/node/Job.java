package org.jets.node;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A call that runs in a thread of the pool, and can be cancelled before and while it does. */
abstract class Job implements Runnable {
  /** So that nobody is interrupted who has gone on to another job. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable Thread runner;
  private boolean isCancelled;

  /** Does the work; not called if this was cancelled before. */
  abstract void work() throws InterruptedException;

  /**
   * Called after {@link #work} has been interrupted, though not because nobody waits for the
   * answer.
   */
  abstract void abandoned();

  /** Has the thread interrupted that runs this, or keeps this from running. */
  final void cancel() {
    lock.lock();
    try {
      isCancelled = true;
      if (runner != null && runner != Thread.currentThread()) {
        runner.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean begin() {
    lock.lock();
    try {
      if (!isCancelled) {
        runner = Thread.currentThread();
      }
      return !isCancelled;
    } finally {
      lock.unlock();
    }
  }

  /** After this nobody interrupts the thread because of this job; whether it was cancelled. */
  private boolean finish() {
    lock.lock();
    try {
      runner = null;
      if (isCancelled) {
        Thread.interrupted();
      }
      return isCancelled;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void run() {
    if (!begin()) {
      return;
    }
    boolean interrupted = false;
    boolean cancelled = false;
    try {
      work();
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      cancelled = finish();
    }
    if (interrupted && !cancelled) {
      abandoned();
    }
  }
}
