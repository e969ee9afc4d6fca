package org.jets.node;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads in which exposed functions run, and a bound of how many calls are there. A place is
 * taken before a call is accepted, so that what has been accepted runs.
 */
final class JobPool implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final Semaphore places;
  private final ThreadPoolExecutor threads;

  /**
   * Makes a pool.
   *
   * @param threadCount how many jobs run at a time
   * @param queueLength how many more may wait
   */
  JobPool(String name, int threadCount, int queueLength) {
    places = new Semaphore(threadCount + queueLength);
    threads =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new JobQueue(),
            new NodeThreads(name));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Takes a place for a job; false if there is none. */
  boolean admit() {
    return places.tryAcquire();
  }

  /** Runs a job that has a place. */
  void run(Job job) {
    try {
      threads.execute(
          () -> {
            try {
              job.run();
            } finally {
              places.release();
            }
          });
    } catch (RejectedExecutionException e) {
      // The node is being closed: whoever has asked hears so from the connection.
      places.release();
    }
  }

  /** Interrupts what runs, and drops what waits. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
