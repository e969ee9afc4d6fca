package org.jets.ets;

/** Which way a walk goes; where keys have no order both ways are the store's own. */
enum Direction {
  /** To larger keys. */
  ASCENDING,

  /** To smaller keys. */
  DESCENDING
}
