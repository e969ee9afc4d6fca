package org.jets.bench.scale;

/** The operations of a structure in key order. */
interface OrderedOperations {
  /** Reads the entries with keys from one on and below another. */
  long readRange(int from, int to);

  /**
   * Goes from key to key so many times.
   *
   * @param from where to begin, which need not be there
   */
  long steps(int from, int steps);
}
