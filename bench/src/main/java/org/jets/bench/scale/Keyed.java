package org.jets.bench.scale;

import org.jspecify.annotations.Nullable;

/**
 * A structure as the workloads use it. Keys are numbers from 0 on, which each class makes into keys
 * of its structure in the call, as a program would. As thread-safe as the structure.
 */
abstract class Keyed {

  /** Returns something that tells whether the key is there. */
  abstract @Nullable Object lookup(int key);

  /** Adds a key, or replaces what it stands for. */
  abstract void insert(int key);

  /** Removes a key if it is there. */
  abstract void delete(int key);

  /** Looks at all that is there, one by one, and returns a number that depends on it. */
  abstract long readAll();

  /** The same as of one moment, where the structure can; a snapshot, where it has such a thing. */
  abstract Object readAtOnce();

  /**
   * Looks at what has keys from one on and below another.
   *
   * @throws UnsupportedOperationException if the structure has no order
   */
  abstract long readRange(int from, int to);

  /**
   * Collects the keys from one on and below another.
   *
   * @throws UnsupportedOperationException if the structure is no table
   */
  Object select(int from, int to) {
    throw noTable("select");
  }

  /**
   * Adds one to the count of a key that is there, and returns it.
   *
   * @throws UnsupportedOperationException if the structure is no table
   */
  Object count(int key) {
    throw noTable("count");
  }

  /**
   * Goes from key to key so many times.
   *
   * @param from where to begin, which need not be there
   * @throws UnsupportedOperationException if the structure has no order
   */
  abstract long steps(int from, int steps);

  /**
   * Makes another one of the same kind, and empty; tables share what there is only once for all
   * tables.
   */
  abstract Keyed another();

  /** The structure itself, to weigh it. */
  abstract Object whole();

  private static UnsupportedOperationException noTable(String operation) {
    return new UnsupportedOperationException(operation + " (expected: a table)");
  }

  static UnsupportedOperationException withoutOrder() {
    return new UnsupportedOperationException("steps and ranges (expected: a structure in order)");
  }
}
