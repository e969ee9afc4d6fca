package org.jets.ets;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Which keys have been deleted while a table is fixed, and its slots: all that a store has to
 * remember whose map can go on from any key. Steps go on from these keys, and from no other that is
 * not there.
 */
final class DeletedKeys implements KeyMemory {
  private final Set<Term> deleted = ConcurrentHashMap.newKeySet();

  /** Made by slot 0, for those that follow. */
  private volatile @Nullable KeyOrder slots;

  boolean contains(Term key) {
    return deleted.contains(key);
  }

  @Nullable KeyOrder slots() {
    return slots;
  }

  void keepSlots(KeyOrder order) {
    slots = order;
  }

  @Override
  public void deleted(Term key) {
    deleted.add(key);
  }

  @Override
  public void beginWrite() {}

  @Override
  public void endWrite() {}

  @Override
  public void written() {}
}
