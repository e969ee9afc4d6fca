package org.jets.node.jobs;

import java.time.Duration;

/**
 * The limits of calls of other nodes.
 *
 * @param running how many run at once
 * @param peerRunning how many of one peer run at once
 * @param admitted how many of all peers run or wait
 * @param peerAdmitted how many of one peer run or wait
 * @param admittedBytes how many bytes the requests of all peers have
 * @param peerAdmittedBytes how many bytes the requests of one peer have
 * @param peerAside how many of one peer may have stepped aside
 * @param aside how many of all peers may have stepped aside
 * @param turn how long a scan runs before it steps aside
 * @param maxTime how long one call may take
 */
public record JobLimits(
    int running,
    int peerRunning,
    int admitted,
    int peerAdmitted,
    long admittedBytes,
    long peerAdmittedBytes,
    int peerAside,
    int aside,
    Duration turn,
    Duration maxTime) {

  /** Returns how many of the running calls may be scans. */
  int scans() {
    return Math.max(1, Math.min(running / 2, Runtime.getRuntime().availableProcessors()));
  }
}
