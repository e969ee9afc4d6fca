package org.jets.ets;

/** A reference that knows what to give back when its referent has been forgotten. */
interface Forgettable {

  /** Gives back what the referent had. Called once, by any thread, and never blocks for long. */
  void forgotten();
}
