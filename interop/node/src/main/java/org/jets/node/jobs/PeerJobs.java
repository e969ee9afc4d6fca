package org.jets.node.jobs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.process.Session;

/**
 * The jobs of one connection. Guarded by the monitor of the {@link JobPool}, except the counts of
 * admitted jobs.
 */
public final class PeerJobs {
  final Session session;

  /** The limit of {@link #active} jobs. */
  final int maxActive;

  /** The number of jobs that have been admitted and have not ended. */
  final AtomicInteger admitted = new AtomicInteger();

  /** The number of bytes that their requests have together. */
  final AtomicLong admittedBytes = new AtomicLong();

  /** The jobs that have not begun, in the order of their arrival. */
  final IntrusiveList<Job> waiting = new IntrusiveList<>();

  /** The threads that have stepped aside and want to go on, in the order of their arrival. */
  final IntrusiveList<JobThread> paused = new IntrusiveList<>();

  /** The place among the connections that the pool knows. */
  final IntrusiveList.Link<PeerJobs> known = new IntrusiveList.Link<>(this);

  /** The place in the ring of connections with jobs to begin. */
  final IntrusiveList.Link<PeerJobs> ready = new IntrusiveList.Link<>(this);

  /** The place in the ring of connections with paused threads. */
  final IntrusiveList.Link<PeerJobs> pausing = new IntrusiveList.Link<>(this);

  /** The number of jobs that have begun, and have neither ended nor stepped aside. */
  int active;

  /** The number of jobs that have stepped aside, even if they have gone on since. */
  int aside;

  PeerJobs(Session session, int maxActive) {
    this.session = session;
    this.maxActive = maxActive;
  }

  /** Returns the connection. */
  public Session session() {
    return session;
  }
}
