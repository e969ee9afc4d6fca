package org.jets.ets;

import java.util.concurrent.ConcurrentHashMap;
import org.jets.terms.Term;

/** A store over the JDK's {@link ConcurrentHashMap}. */
final class ConcurrentHashMapStore extends UnorderedMapStore<ConcurrentHashMap<Term, Object>> {

  ConcurrentHashMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  ConcurrentHashMap<Term, Object> newMap() {
    return new ConcurrentHashMap<>();
  }

  @Override
  MapStore<ConcurrentHashMap<Term, Object>> newStore(StoreConfig config) {
    return new ConcurrentHashMapStore(config);
  }

  @Override
  long keyCount(ConcurrentHashMap<Term, Object> map) {
    return map.mappingCount();
  }
}
