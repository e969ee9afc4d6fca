package org.jets.ets.store;

import org.jets.ets.KeyRange;
import org.jets.terms.Term;

/** The direction of a walk. If keys have no order, both directions are the store's own order. */
public enum Direction {
  /** Towards larger keys. */
  ASCENDING,

  /** Towards smaller keys. */
  DESCENDING;

  /** Returns the part of a range that follows a key in this direction. */
  KeyRange behind(Term key, KeyRange range) {
    return this == ASCENDING ? range.above(key) : range.below(key);
  }
}
