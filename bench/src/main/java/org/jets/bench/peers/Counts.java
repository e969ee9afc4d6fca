package org.jets.bench.peers;

/**
 * How much is measured.
 *
 * @param warmups rounds that do not count
 * @param rounds rounds that count
 * @param roundTrips in one sample of the ping-pong
 * @param messages in one sample of sending
 * @param binaryBytes of the binary; a multiple of 16
 * @param callsOfOne calls of one process in one sample; several make four times as many all in all
 */
public record Counts(
    int warmups, int rounds, int roundTrips, int messages, int binaryBytes, int callsOfOne) {
  static final int DEFAULT_ROUNDS = 5;

  /** A few minutes for 5 rounds. */
  static Counts of(int rounds) {
    return new Counts(2, rounds, 10_000, 1_000_000, 1 << 26, 5_000);
  }

  int calls(int processes) {
    return processes == 1 ? callsOfOne : 4 * callsOfOne;
  }
}
