package org.jets.node.jobs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.process.Session;

/**
 * The jobs of one connection. Guarded by the monitor of the {@link JobPool}, but for what has been
 * admitted.
 */
public final class PeerJobs {
  final Session session;

  /** How many jobs may be {@link #active}. */
  final int maxActive;

  /** How many jobs have been admitted and have not ended. */
  final AtomicInteger admitted = new AtomicInteger();

  /** How many bytes their requests have together. */
  final AtomicLong admittedBytes = new AtomicLong();

  /** Jobs that have not begun, in the order of their coming. */
  final Chain<Job> waiting = new Chain<>();

  /** Threads that have stepped aside and want to go on, in the order of their coming. */
  final Chain<JobThread> paused = new Chain<>();

  /** The place among the connections that the pool knows. */
  final Chain.Link<PeerJobs> known = new Chain.Link<>(this);

  /** The place in the ring of those with jobs to begin. */
  final Chain.Link<PeerJobs> ready = new Chain.Link<>(this);

  /** The place in the ring of those with threads to go on. */
  final Chain.Link<PeerJobs> pausing = new Chain.Link<>(this);

  /** How many jobs have begun that have not ended nor stepped aside. */
  int active;

  /** How many jobs have stepped aside, be it that they go on by now. */
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
