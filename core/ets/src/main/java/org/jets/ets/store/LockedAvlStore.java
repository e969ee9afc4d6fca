package org.jets.ets.store;

import java.util.ArrayList;
import java.util.List;
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
  boolean hasEntriesOfOneMoment() {
    return true;
  }

  @Override
  List<Object> cellsAtOnce(LockedAvlTreeMap<Term, Object> map) {
    List<Object> cells = new ArrayList<>();
    map.forEachAtOnce((key, cell) -> cells.add(cell));
    return cells;
  }

  @Override
  long keyCount(LockedAvlTreeMap<Term, Object> map) {
    return map.mappingCount();
  }
}
