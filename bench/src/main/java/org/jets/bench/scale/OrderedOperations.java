package org.jets.bench.scale;

/** The operations of a structure in key order. */
interface OrderedOperations extends Steps {
  /** Reads the entries with keys from one on and below another. */
  long readRange(int from, int to);
}
