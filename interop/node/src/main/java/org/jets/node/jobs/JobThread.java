package org.jets.node.jobs;

import java.util.concurrent.CancellationException;
import org.jets.terms.Atom;
import org.jets.terms.PausableThread;
import org.jspecify.annotations.Nullable;

/** A thread in which jobs run, one after the other. Its fields belong to the {@link JobPool}. */
public final class JobThread extends Thread implements PausableThread {
  private final JobPool pool;

  /** The place among the threads of the pool. */
  final IntrusiveList.Link<JobThread> started = new IntrusiveList.Link<>(this);

  /** The place among the waiting threads: those that wait for a job, or to go on with one. */
  final IntrusiveList.Link<JobThread> waiting = new IntrusiveList.Link<>(this);

  /**
   * The job that runs here; null between two jobs. The next field is its owner. Written with the
   * monitor held.
   */
  volatile @Nullable Job job;

  @Nullable PeerJobs peer;

  /** The time at which the job began. */
  volatile long beginNanos;

  /** The time at which the job's turn began. For this thread alone. */
  long turnNanos;

  /** True while this has one of the places of running jobs. Written with the monitor held. */
  volatile boolean isRunning;

  /** True if this has been woken for a job and has not yet run. Written with the monitor held. */
  volatile boolean isWoken;

  /** True while this looks for a job. Guarded by the pool's monitor, as are the next fields. */
  boolean isSearching;

  /** True once the job has stepped aside, and no longer counts as active. */
  boolean isAside;

  /** True if the job is a scan, and one of those that run. */
  boolean isScanning;

  /** True if the job keeps its results. For this thread alone. */
  boolean isGathering;

  JobThread(JobPool pool, String name) {
    super(name);
    this.pool = pool;
    setDaemon(true);
  }

  /** Returns the node whose job runs in the current thread, or null if none does. */
  public static @Nullable Atom currentPeer() {
    PeerJobs peer = Thread.currentThread() instanceof JobThread thread ? thread.peer : null;
    return peer == null ? null : peer.session.peer();
  }

  /**
   * Logs which limit the job in the current thread has reached. Does nothing if there is no job, or
   * no memory for the log.
   *
   * @param limit the limit, as for {@link RefusalLog#refused}
   * @param most the bound, as for {@link RefusalLog#refused}
   */
  public static void refused(String limit, String most) {
    try {
      if (Thread.currentThread() instanceof JobThread thread && thread.peer != null) {
        thread.pool.refusals.refused(thread.peer.session.peer(), limit, most);
      }
    } catch (OutOfMemoryError e) {
      // The call is refused, whether that can be logged or not.
    }
  }

  /** Notes whether the job in the current thread keeps its results. */
  public static void setGathering(boolean isGathering) {
    if (Thread.currentThread() instanceof JobThread thread) {
      thread.isGathering = isGathering;
    }
  }

  JobPool pool() {
    return pool;
  }

  /** Returns true if the job that runs here should end before its work is done. */
  public boolean isEnding() {
    Job current = job;
    return current != null && current.isEnding();
  }

  /**
   * Runs jobs. Ends with an error if a job can be neither answered nor cancelled; the pool handles
   * that.
   */
  @Override
  public void run() {
    pool.runJobs(this);
  }

  @Override
  public void pause() {
    checkCancelled();
    pool.pause(this);
  }

  /**
   * Cancels the job if its connection has ended, and throws if the job should end. The job is
   * cancelled here and not at once, so that a short cast is still made.
   */
  @Override
  public void checkCancelled() {
    Job current = job;
    PeerJobs caller = peer;
    if (current == null || caller == null) {
      return;
    }
    if (!current.isEnding() && !caller.session.isOpen()) {
      current.cancel();
    }
    if (current.isEnding()) {
      throw new CancellationException();
    }
  }
}
