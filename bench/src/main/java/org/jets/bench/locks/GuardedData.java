package org.jets.bench.locks;

/** Something that a lock guards, and the operations of a benchmark on it. */
interface GuardedData {
  /** Reads what a key has; returns something that depends on it. */
  int read(int key);

  /** Adds a key, or changes what there is. */
  void add(int key);

  /** Removes a key, or the one whose turn it is; returns something that depends on it. */
  int remove(int key);
}
