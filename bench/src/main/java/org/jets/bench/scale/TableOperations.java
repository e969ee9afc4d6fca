package org.jets.bench.scale;

/** The operations that only a table has. */
interface TableOperations {
  /** Collects the keys from one on and below another. */
  Object select(int from, int to);

  /** Adds one to the count of a key that is there, and returns it. */
  Object count(int key);
}
