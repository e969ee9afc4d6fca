package org.jets.ets.reclaim;

/** A reference that releases the resources of its referent once that has been forgotten. */
public interface Reclaimable {

  /**
   * Releases the resources of the referent. Called by any thread, and never blocks for long. If it
   * throws an {@link OutOfMemoryError}, another call does the rest.
   */
  void forgotten();
}
