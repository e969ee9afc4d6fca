package org.jets.node.jobs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a {@link JobPool}. It knows which of them wait for a job, have been woken, or look
 * for one. Guarded by the monitor of the pool. Nothing here allocates, except for a new thread.
 */
final class JobThreads {
  /** The pause before another thread is created after that has failed. */
  private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final JobPool pool;
  private final String name;
  private final IntrusiveList<JobThread> all = new IntrusiveList<>();

  /**
   * The threads that wait for a job and have not been woken. The last to wait is the first to be
   * woken.
   */
  private final IntrusiveList<JobThread> idle = new IntrusiveList<>();

  /** The number of threads in {@link #idle}. */
  private int idleCount;

  private int made;

  /** True if there was no memory for a thread at the last attempt. The next field has its time. */
  private boolean hasFailedToStart;

  private long failedNanos;

  /** The number of threads that look for a job and do not wait. */
  private int searching;

  /** The number of threads that have been woken and have not yet run. */
  private int woken;

  /**
   * @param name the name of each thread, before its number
   */
  JobThreads(JobPool pool, String name) {
    this.pool = pool;
    this.name = name;
  }

  /** Returns whether a thread looks for a job, and does not wait. */
  boolean isSearching() {
    return searching > 0;
  }

  /**
   * Wakes a thread, or creates one unless another has been woken.
   *
   * @return false if no thread looks for a job soon, since there is no memory for one
   */
  boolean wakeOne() {
    JobThread sleeping = idle.pollLast();
    if (sleeping == null) {
      return woken > 0 || start();
    }
    idleCount--;
    woken++;
    sleeping.isWoken = true;
    LockSupport.unpark(sleeping);
    return true;
  }

  /** Creates a thread; false if there is no memory for one. */
  private boolean start() {
    // With a full heap, each attempt costs a full collection.
    if (hasFailedToStart && System.nanoTime() - failedNanos < START_NANOS) {
      return false;
    }
    JobThread thread = null;
    try {
      thread = new JobThread(pool, name + ++made);
      all.add(thread.started);
      beginSearch(thread);
      thread.start();
      hasFailedToStart = false;
      return true;
    } catch (OutOfMemoryError e) {
      // An existing thread takes the job, or one that the next check creates.
      if (thread != null) {
        settle(thread);
        forget(thread);
      }
      hasFailedToStart = true;
      failedNanos = System.nanoTime();
      return false;
    }
  }

  /** Notes that a thread looks for a job. */
  void beginSearch(JobThread thread) {
    thread.isSearching = true;
    searching++;
  }

  /** Notes that a thread waits for a job. */
  void beginWait(JobThread thread) {
    idle.add(thread.waiting);
    idleCount++;
  }

  /** Notes that a thread neither waits nor looks for a job any more. */
  void settle(JobThread thread) {
    if (thread.isSearching) {
      thread.isSearching = false;
      searching--;
    }
    if (thread.isWoken) {
      thread.isWoken = false;
      woken--;
    }
    if (thread.waiting.isLinked()) {
      idle.remove(thread.waiting);
      idleCount--;
    }
  }

  /** Forgets a thread that ends. */
  void forget(JobThread thread) {
    all.remove(thread.started);
  }

  /**
   * Returns how many threads wait for a job and have not been woken: about that number if the
   * caller does not hold the monitor.
   */
  int idleCount() {
    return idleCount;
  }

  /** Returns the place of the first thread; null if there is none. */
  IntrusiveList.@Nullable Link<JobThread> first() {
    return all.first();
  }
}
