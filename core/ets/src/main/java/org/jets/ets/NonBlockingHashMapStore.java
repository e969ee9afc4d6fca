package org.jets.ets;

import java.util.Spliterator;
import java.util.function.Function;
import org.jctools.maps.NonBlockingHashMap;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A store over JCTools' {@link NonBlockingHashMap}, Click's lock-free open addressing. */
final class NonBlockingHashMapStore extends IteratedMapStore<NonBlockingHashMap<Term, Object>> {

  NonBlockingHashMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  NonBlockingHashMap<Term, Object> newMap() {
    return new NonBlockingHashMap<>();
  }

  @Override
  MapStore<NonBlockingHashMap<Term, Object>> newStore(StoreConfig config) {
    return new NonBlockingHashMapStore(config);
  }

  @Override
  long keyCount(NonBlockingHashMap<Term, Object> map) {
    return map.size();
  }

  /** Changes nothing: a key keeps its place in the map, there or not. */
  @Override
  <T> Spliterator<T> once(Spliterator<T> all, Function<T, @Nullable Term> keyOf) {
    return all;
  }
}
