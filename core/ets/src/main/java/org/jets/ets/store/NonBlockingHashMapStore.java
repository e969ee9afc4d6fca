package org.jets.ets.store;

import java.util.Spliterator;
import java.util.function.Function;
import org.jctools.maps.NonBlockingHashMap;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A store over JCTools' {@link NonBlockingHashMap}, Click's lock-free open addressing. */
final class NonBlockingHashMapStore extends IteratedMapStore<NonBlockingHashMap<Term, Object>> {

  private static final long ENTRY_BYTES = 60;

  /** The number of bytes by which an empty map is larger than others. */
  private static final long MAP_BYTES = 850;

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
  boolean countsKeysDespiteErrors() {
    return false;
  }

  @Override
  long keyCount(NonBlockingHashMap<Term, Object> map) {
    return map.size();
  }

  /**
   * Returns the estimate. The map's arrays have two to eight entries for each key, and three places
   * of 4 bytes for each entry.
   */
  @Override
  long mapBytes(NonBlockingHashMap<Term, Object> map, long keys) {
    return MAP_BYTES + keys * ENTRY_BYTES;
  }

  /** Returns the argument, since a key keeps its place in the map even while it is absent. */
  @Override
  <T> Spliterator<T> once(Spliterator<T> all, Function<T, @Nullable Term> keyOf) {
    return all;
  }
}
