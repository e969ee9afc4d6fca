package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Creates and ends the threads of a node, and retries steps that fail for want of memory. All
 * threads are daemons with a common prefix in their names, and log an error that ends them.
 */
final class Threads {
  static final String PREFIX = "jets-";

  private static final Logger LOG = System.getLogger("org.jets.node");

  /** Allocated before memory is short. */
  private static final Thread.UncaughtExceptionHandler ENDED = Threads::logEnd;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * The number of failures after which a step is given up. Their pauses take 2.5 seconds together.
   */
  private static final int MOST_FAILURES = 7;

  private Threads() {}

  /**
   * Returns a thread that has not been started. Once it has ended, it does not refer to its task.
   */
  static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(new OneShotTask(task), PREFIX + name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(ENDED);
    return thread;
  }

  private static void logEnd(Thread thread, Throwable error) {
    try {
      LOG.log(Level.ERROR, "the thread " + thread.getName() + " has ended", error);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to report it.
    }
  }

  static Thread start(String name, Runnable task) {
    Thread thread = daemon(name, task);
    thread.start();
    return thread;
  }

  /**
   * Repeats a step until it ends without an error for want of memory. Allocates nothing itself.
   * Keeps an interrupt for later once the step has failed: an interrupted thread does not pause.
   *
   * @param step allocated before memory is short; a repetition skips what is already done
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
   * Pauses for a moment, in which other threads may release memory. Does not pause while the
   * current thread is interrupted.
   */
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /**
   * Pauses after a step has failed for want of memory, longer with each failure in a row. The total
   * is about the time that calls that fill the heap need to end. Does not pause while the current
   * thread is interrupted.
   *
   * @param failures the number of failures of the step, 1 or more
   * @return false, at once, if the step has failed too often to be repeated
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
