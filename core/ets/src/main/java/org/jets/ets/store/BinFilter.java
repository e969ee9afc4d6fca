package org.jets.ets.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import org.jets.terms.Term;

/**
 * Leaves out what an iteration of a {@link java.util.concurrent.ConcurrentHashMap} shows twice: a
 * key that has been shown, is removed, and is put again stands at the end of its bin, which the
 * iteration may not have left yet.
 *
 * <p>It keeps the keys that it has seen since one came from another bin. Bins are told apart by the
 * lowest bits of the hash that the map uses, of which it has at least {@value #BINS} values; bins
 * that follow each other differ in them.
 */
final class BinFilter {
  private static final int BINS = 16;

  /** Up to here a list is faster than a set. */
  private static final int SMALL = 8;

  private int bin = -1;
  private Collection<Term> seen = new ArrayList<>(SMALL);

  /**
   * Returns whether a key that the iteration came to is shown for the first time. If this throws,
   * it may be asked again.
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
        // A set that finds no memory to grow may have the key all the same.
        seen.remove(key);
      }
    }
    return true;
  }
}
