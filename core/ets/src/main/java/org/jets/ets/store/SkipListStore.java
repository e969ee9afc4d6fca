package org.jets.ets.store;

import java.util.Spliterator;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/** A store over the JDK's {@link ConcurrentSkipListMap}. */
final class SkipListStore extends NavigableMapStore<ConcurrentSkipListMap<Term, Object>> {

  SkipListStore(StoreConfig config) {
    super(config);
  }

  @Override
  ConcurrentSkipListMap<Term, Object> newMap() {
    return new ConcurrentSkipListMap<>(TermOrder.STANDARD);
  }

  @Override
  MapStore<ConcurrentSkipListMap<Term, Object>> newStore(StoreConfig config) {
    return new SkipListStore(config);
  }

  @Override
  boolean countsKeysDespiteErrors() {
    return false;
  }

  @Override
  long keyCount(ConcurrentSkipListMap<Term, Object> map) {
    return map.size();
  }

  @Override
  Spliterator<Object> walk(ConcurrentSkipListMap<Term, Object> map) {
    return map.values().spliterator();
  }
}
