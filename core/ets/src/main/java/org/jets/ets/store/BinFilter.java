package org.jets.ets.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import org.jets.terms.Term;

/**
 * Filters the keys that an iteration of a {@link java.util.concurrent.ConcurrentHashMap} shows
 * twice. A key that is shown, removed and put again moves to the end of its bin. The iteration may
 * not have left that bin yet.
 *
 * <p>The filter keeps the keys that it has seen in the current bin. It identifies a bin by the
 * lowest bits of the map's hash, which have at least {@value #BINS} values. Consecutive bins differ
 * in these bits.
 */
final class BinFilter {
  private static final int BINS = 16;

  /** The number of keys up to which a list is faster than a set. */
  private static final int SMALL = 8;

  private int bin = -1;
  private Collection<Term> seen = new ArrayList<>(SMALL);

  /**
   * Returns whether the iteration shows the key for the first time. A caller may call this again if
   * it throws.
   */
  boolean isNew(Term key) {
    int hash = key.hashCode();
    int current = (hash ^ (hash >>> 16)) & (BINS - 1);
    if (current != bin) {
      bin = current;
      if (seen.size() > SMALL) {
        seen = new ArrayList<>(SMALL);
      } else {
        seen.clear();
      }
    } else if (seen.contains(key)) {
      return false;
    }
    if (seen.size() == SMALL) {
      seen = new HashSet<>(seen);
    }
    boolean isAdded = false;
    try {
      seen.add(key);
      isAdded = true;
    } finally {
      if (!isAdded) {
        // A set that fails to grow for lack of memory may still contain the key.
        seen.remove(key);
      }
    }
    return true;
  }
}
