package org.jets.ets.store;

import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A store over the JDK's {@link ConcurrentHashMap}. */
final class ConcurrentHashMapStore extends IteratedMapStore<ConcurrentHashMap<Term, Object>> {

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
  boolean countsKeysDespiteErrors() {
    return false;
  }

  @Override
  long keyCount(ConcurrentHashMap<Term, Object> map) {
    return map.mappingCount();
  }

  @Override
  <T> Spliterator<T> once(Spliterator<T> all, Function<T, @Nullable Term> keyOf) {
    return new BinSpliterator<>(all, keyOf);
  }

  @Override
  public Predicate<Term> firstTime() {
    return new BinFilter()::isNew;
  }
}
