package org.jets.node.jobs;

import java.time.Duration;

/**
 * How many calls of other nodes there may be.
 *
 * @param running how many run at a time
 * @param peerRunning how many of one peer do
 * @param admitted how many of all peers run or wait
 * @param peerAdmitted how many of one peer do
 * @param admittedBytes how many bytes their requests have
 * @param peerAdmittedBytes how many bytes those of one peer have
 * @param peerAside how many of one peer may have stepped aside
 * @param aside how many of all peers may
 * @param turn how long a scan runs before it steps aside
 * @param maxTime how long one may take
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

  /** Returns how many of those that run may be scans. */
  int scans() {
    return Math.max(1, Math.min(running / 2, Runtime.getRuntime().availableProcessors()));
  }
}
