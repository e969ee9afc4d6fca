package org.jets.ets.store;

import org.jets.collections.MapStructure;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.terms.Term;

/** A store over {@link SplitOrderedHashMap}. */
final class SplitOrderedStore extends CursorMapStore<SplitOrderedHashMap<Term, Object>> {

  /** The bytes of a node, and of its slots on average between two doublings. */
  private static final long ENTRY_BYTES = 41;

  SplitOrderedStore(StoreConfig config) {
    super(config);
  }

  @Override
  SplitOrderedHashMap<Term, Object> newMap() {
    return new SplitOrderedHashMap<>(TermHashing.INSTANCE);
  }

  @Override
  SplitOrderedHashMap<Term, Object> emptyCopy(SplitOrderedHashMap<Term, Object> replaced) {
    return replaced.emptyCopy();
  }

  @Override
  MapStore<SplitOrderedHashMap<Term, Object>> newStore(StoreConfig config) {
    return new SplitOrderedStore(config);
  }

  /** Returns false: the map makes integers of 64 bits on demand. */
  @Override
  boolean hasKeyObjects() {
    return false;
  }

  @Override
  public MapStructure structure() {
    return map().structure();
  }

  @Override
  long keyCount(SplitOrderedHashMap<Term, Object> map) {
    return map.mappingCount();
  }

  @Override
  long mapBytes(SplitOrderedHashMap<Term, Object> map, long keys) {
    return keys * ENTRY_BYTES;
  }
}
