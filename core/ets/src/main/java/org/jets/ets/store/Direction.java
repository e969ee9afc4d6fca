package org.jets.ets.store;

import org.jets.ets.KeyRange;
import org.jets.terms.Term;

/** Which way a walk goes; where keys have no order both ways are the store's own. */
public enum Direction {
  /** To larger keys. */
  ASCENDING,

  /** To smaller keys. */
  DESCENDING;

  /** Returns the part of a range that lies behind a key, in this direction. */
  KeyRange behind(Term key, KeyRange range) {
    return this == ASCENDING ? range.above(key) : range.below(key);
  }
}
