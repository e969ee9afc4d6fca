package org.jets.bench.scale;

/** The steps of a structure from key to key. */
interface Steps {
  /**
   * Goes from key to key so many times.
   *
   * @param from where to begin, which has to be there if the structure has no order
   */
  long steps(int from, int steps);
}
