package org.jets.ets;

import org.jets.terms.Term;

/**
 * What a store remembers of its keys from the moment when its table is fixed until it is no longer.
 * All methods may be called by several threads at once.
 */
interface KeyMemory {

  /** Says that somebody is about to put something under a key, perhaps. */
  void beginWrite();

  /** Says that one who has {@linkplain #beginWrite begun} is done. */
  void endWrite();

  /** Says that something has been put under a key. */
  void written();

  /**
   * Says that a key which is there, or was while the table has been fixed, is deleted. Who deletes
   * a key says so before, that no step from it fails in between, and again afterwards if the table
   * has been fixed meanwhile.
   */
  void deleted(Term key);
}
