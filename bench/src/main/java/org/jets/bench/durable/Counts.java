package org.jets.bench.durable;

import java.util.Locale;

/**
 * The counts of one sample.
 *
 * @param forcedPuts the puts of each thread that waits for the disk
 * @param puts the puts of all threads that do not
 * @param recovered the objects of a store that is opened
 */
record Counts(int forcedPuts, int puts, int recovered) {
  static final Counts FULL = new Counts(250, 200_000, 1_000_000);

  /** Returns the number of puts of all threads. */
  int puts(Force force, int threads) {
    return force == Force.EACH ? forcedPuts * threads : puts;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "samples: %,d puts of each thread that waits for the disk, %,d puts of all threads that do"
            + " not, %,d objects recovered; each object has a key and a binary of %d bytes",
        forcedPuts,
        puts,
        recovered,
        ObjectStore.VALUE_BYTES);
  }
}
