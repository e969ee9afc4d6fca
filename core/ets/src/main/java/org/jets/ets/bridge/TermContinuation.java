package org.jets.ets.bridge;

import org.jets.ets.reference.OpaqueReferences;
import org.jets.ets.reference.SelectPosition;
import org.jets.terms.Reference;

/** A continuation as the API in terms uses it: its place, and a reference that stands for it. */
public interface TermContinuation extends SelectPosition {
  /** Returns the number of objects of the key that the search has seen. */
  int countInKey();

  /** Returns a reference that stands for this until the table is dropped. */
  Reference reference(OpaqueReferences references);
}
