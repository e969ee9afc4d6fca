package org.jets.node.jobs;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the jobs that run or wait, and the bytes of their requests, for each connection and in
 * total. Takes no lock. Safe for use by many threads.
 */
final class JobAdmission {
  private final Atom self;
  private final JobLimits limits;
  private final RefusalLog refusals;
  private final ConcurrentMap<Session, PeerJobs> peers = new ConcurrentHashMap<>();
  private final AtomicInteger admitted = new AtomicInteger();
  private final AtomicLong admittedBytes = new AtomicLong();

  /**
   * @param self the node
   * @param refusals told which limit a call has reached
   */
  JobAdmission(Atom self, JobLimits limits, RefusalLog refusals) {
    this.self = self;
    this.limits = limits;
    this.refusals = refusals;
  }

  /**
   * Takes a place for a job of a connection; null if there is none.
   *
   * @param bytes the number of bytes of the request
   */
  @Nullable PeerJobs admit(Session session, long bytes) {
    PeerJobs peer = peers.get(session);
    if (peer == null) {
      peer = peers.computeIfAbsent(session, this::newPeer);
    }
    int own = peer.admitted.incrementAndGet();
    int all = admitted.incrementAndGet();
    long ownBytes = peer.admittedBytes.addAndGet(bytes);
    long allBytes = admittedBytes.addAndGet(bytes);
    // If other connections have exhausted the common limit, a few are still accepted of each.
    if (own > limits.peerAdmitted()) {
      return refused(peer, bytes, "calls of it (withPeerJobQueue)", limits.peerAdmitted());
    }
    if (all > limits.admitted() && own > limits.peerRunning()) {
      return refused(peer, bytes, "calls of all nodes (withJobQueue)", limits.admitted());
    }
    if (own > 1 && ownBytes > limits.peerAdmittedBytes()) {
      return refused(peer, bytes, "bytes of its calls (withJobBytes)", limits.peerAdmittedBytes());
    }
    if (own > 1 && allBytes > limits.admittedBytes()) {
      return refused(
          peer, bytes, "bytes of the calls of all nodes (withJobBytes)", limits.admittedBytes());
    }
    return peer;
  }

  /** Releases the place, and logs the reason; returns null. */
  private @Nullable PeerJobs refused(PeerJobs peer, long bytes, String limit, long most) {
    release(peer, bytes);
    refusals.refused(peer.session.peer(), limit, "<= " + most);
    return null;
  }

  /**
   * Creates the jobs of a connection. Calls of a node to itself may come from functions that it
   * serves, so they may have all places.
   */
  private PeerJobs newPeer(Session session) {
    boolean isSelf = session.peer() == self;
    return new PeerJobs(session, isSelf ? limits.running() : limits.peerRunning());
  }

  /** Releases the place of a job that has run, or is not going to run. */
  void release(PeerJobs peer, long bytes) {
    peer.admitted.decrementAndGet();
    admitted.decrementAndGet();
    peer.admittedBytes.addAndGet(-bytes);
    admittedBytes.addAndGet(-bytes);
  }

  /** Returns the jobs of a connection; null if it has not had any. */
  @Nullable PeerJobs peer(Session session) {
    return peers.get(session);
  }

  /** Forgets a connection that has ended. Returns its jobs; null if it has not had any. */
  @Nullable PeerJobs remove(Session session) {
    return peers.remove(session);
  }

  /** Returns how many jobs run or wait. */
  int size() {
    return admitted.get();
  }
}
