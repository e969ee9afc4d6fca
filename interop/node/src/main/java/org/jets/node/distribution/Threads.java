package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the threads of a node have in common: they are daemons, their names begin alike, they log an
 * error that ends them, and they do what has to be done although memory may be short.
 */
final class Threads {
  static final String PREFIX = "jets-";

  private static final Logger LOG = System.getLogger("org.jets.node");

  /** Made before memory is short. */
  private static final Thread.UncaughtExceptionHandler ENDED = Threads::logEnd;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** The pauses after so many failures are 2.5 seconds. */
  private static final int MOST_FAILURES = 7;

  private Threads() {}

  /** Returns a thread that has not been started. Once it has ended it keeps nothing of its task. */
  static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(new TaskOfThread(task), PREFIX + name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(ENDED);
    return thread;
  }

  private static void logEnd(Thread thread, Throwable error) {
    try {
      LOG.log(Level.ERROR, "the thread " + thread.getName() + " has ended", error);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to tell it with.
    }
  }

  static Thread start(String name, Runnable task) {
    Thread thread = daemon(name, task);
    thread.start();
    return thread;
  }

  /**
   * Runs a step until it ends otherwise than for want of memory. Allocates nothing itself. Keeps an
   * interrupt for later once the step has failed: a thread that is interrupted does not pause.
   *
   * @param step made before memory is short; what it has done already it leaves out the next time
   */
  static void insist(Runnable step) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          step.run();
          return;
        } catch (OutOfMemoryError e) {
          interrupted |= Thread.interrupted();
          pause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits a moment, in which others may give memory back. Does not wait while the current thread is
   * interrupted.
   */
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /**
   * Waits after a step has failed for want of memory, longer with each failure in a row: as long as
   * calls that fill the heap may need to end. Does not wait while the current thread is
   * interrupted.
   *
   * @param failures how often the step has failed, 1 or more
   * @return false, at once, if it has failed too often to be tried again
   */
  static boolean pauseAfter(int failures) {
    if (failures > MOST_FAILURES) {
      return false;
    }
    LockSupport.parkNanos(PAUSE_NANOS << failures);
    return true;
  }

  /** Waits for a thread's end, unless that is the current one. Keeps an interrupt for later. */
  static void join(Thread thread) {
    if (thread == Thread.currentThread()) {
      return;
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
