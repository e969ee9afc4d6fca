package org.jets.bench.scale;

import org.jspecify.annotations.Nullable;

/**
 * A structure as the workloads use it. Keys are numbers from 0 on, which each class makes into keys
 * of its structure in the call, as a program would. As thread-safe as the structure. Some have
 * {@link OrderedOperations} or {@link TableOperations} as well.
 */
abstract class Keyed {

  /** Returns something that tells whether the key is there. */
  abstract @Nullable Object lookup(int key);

  /** Adds a key, or replaces what it stands for. */
  abstract void insert(int key);

  /** Removes a key if it is there. */
  abstract void delete(int key);

  /** Reads all entries, one by one, and returns a number that depends on them. */
  abstract long readAll();

  /** Reads all entries as of one moment, or as a snapshot, where the structure can. */
  abstract Object readAtOnce();

  /** Makes an empty structure of the same kind. Tables share what all tables have only once. */
  abstract Keyed another();

  /** Returns the structure itself, to weigh it. */
  abstract Object whole();
}
