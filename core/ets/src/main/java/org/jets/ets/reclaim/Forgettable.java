package org.jets.ets.reclaim;

/** A reference that knows what to give back when its referent has been forgotten. */
public interface Forgettable {

  /**
   * Gives back what the referent had. Called by any thread, and never blocks for long. Called again
   * if it throws an {@link OutOfMemoryError}, to do what is left.
   */
  void forgotten();
}
