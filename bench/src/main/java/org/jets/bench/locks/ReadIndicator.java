package org.jets.bench.locks;

/**
 * Tells a writer whether there are readers. Readers announce themselves, and then look for a
 * writer. A writer announces itself, and then looks here. So one of the two sees the other: all
 * methods take effect in one order that all threads agree on, also with volatile accesses to other
 * variables.
 */
public interface ReadIndicator {
  /**
   * Announces a reader.
   *
   * @param spread a number that a thread keeps, and that other threads have others than
   */
  void arrive(int spread);

  /**
   * Ends what {@link #arrive} has begun, in the same thread.
   *
   * @param spread the same as then
   */
  void depart(int spread);

  /**
   * Returns true only if all readers that had arrived before the call have departed. It is true if
   * there are no readers during the call.
   */
  boolean isEmpty();
}
