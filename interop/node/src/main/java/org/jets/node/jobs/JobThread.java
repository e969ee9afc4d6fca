package org.jets.node.jobs;

import java.util.concurrent.CancellationException;
import org.jets.terms.Atom;
import org.jets.terms.PausableThread;
import org.jspecify.annotations.Nullable;

/** A thread in which jobs run, one after the other. Its fields are the {@link JobPool}'s. */
public final class JobThread extends Thread implements PausableThread {
  private final JobPool pool;

  /** The place among the threads of the pool. */
  final Chain.Link<JobThread> started = new Chain.Link<>(this);

  /** The place among those that wait: for a job, or for going on with one. */
  final Chain.Link<JobThread> waiting = new Chain.Link<>(this);

  /**
   * The job that runs here, and its owner; null between two jobs. Written with the monitor held.
   */
  volatile @Nullable Job job;

  @Nullable PeerJobs peer;

  /** The time at which the job began. */
  volatile long beginNanos;

  /** The time at which its turn began. For this thread alone. */
  long turnNanos;

  /** True while this has one of the places of jobs that run. Written with the monitor held. */
  volatile boolean isRunning;

  /** True if this has been woken for a job and does not know it yet. Written with it held. */
  volatile boolean isWoken;

  /** True while this looks for a job. Guarded by the pool's monitor, as the others. */
  boolean isSearching;

  /** True once the job has stepped aside, and does not count as active any more. */
  boolean isAside;

  /** True if the job is a scan, and one of those that run. */
  boolean isScanning;

  /** True if the job keeps what it finds. For this thread alone. */
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
   * Logs which limit the job has come to that runs in the current thread; nothing if none does, or
   * if there is no memory for it.
   *
   * @param limit as {@link RefusalLog#refused} has it, and the other
   */
  public static void refused(String limit, String most) {
    try {
      if (Thread.currentThread() instanceof JobThread thread && thread.peer != null) {
        thread.pool.refusals.refused(thread.peer.session.peer(), limit, most);
      }
    } catch (OutOfMemoryError e) {
      // The call is refused, whether that can be told or not.
    }
  }

  /** Takes note of whether the job that runs in the current thread keeps what it finds. */
  public static void setGathering(boolean isGathering) {
    if (Thread.currentThread() instanceof JobThread thread) {
      thread.isGathering = isGathering;
    }
  }

  JobPool pool() {
    return pool;
  }

  /** Returns whether the job that runs here is to end before its work is done. */
  public boolean isEnding() {
    Job current = job;
    return current != null && current.isEnding();
  }

  /** Ends with an error if a job can be neither answered nor called off; the pool sees to that. */
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
   * The end of the connection cancels a job here, and not at once: a cast that is short is made.
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
