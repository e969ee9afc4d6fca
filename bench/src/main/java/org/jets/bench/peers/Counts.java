package org.jets.bench.peers;

import java.util.Locale;

/**
 * The counts of one sample.
 *
 * @param roundTrips of the ping-pong
 * @param messages that are sent
 * @param binaryBytes of the binary; a multiple of 16
 * @param callsOfOne calls of one process; several make four times as many all in all
 */
record Counts(int roundTrips, int messages, int binaryBytes, int callsOfOne) {
  /** A few minutes for 5 rounds. */
  static final Counts FULL = new Counts(10_000, 1_000_000, 1 << 26, 5_000);

  int calls(int processes) {
    return processes == 1 ? callsOfOne : 4 * callsOfOne;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "samples: %,d round trips, %,d sends, %,d bytes, %,d or %,d calls",
        roundTrips,
        messages,
        binaryBytes,
        calls(1),
        calls(2));
  }
}
