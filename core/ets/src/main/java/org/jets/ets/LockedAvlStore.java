package org.jets.ets;

import org.jets.collections.LockedAvlTreeMap;
import org.jets.terms.Term;

/** A store over a {@link LockedAvlTreeMap}. */
final class LockedAvlStore extends NavigableMapStore<LockedAvlTreeMap<Term, Object>> {

  LockedAvlStore(StoreConfig config) {
    super(config);
  }

  @Override
  LockedAvlTreeMap<Term, Object> newMap() {
    return new LockedAvlTreeMap<>(StandardKeyOrder.INSTANCE);
  }

  @Override
  MapStore<LockedAvlTreeMap<Term, Object>> newStore(StoreConfig config) {
    return new LockedAvlStore(config);
  }

  @Override
  long keyCount(LockedAvlTreeMap<Term, Object> map) {
    return map.mappingCount();
  }
}
