package org.jets.ets.store;

import org.jets.collections.MapStructure;
import org.jets.collections.StripedHashMap;
import org.jets.collections.StripedOptions;
import org.jets.terms.Term;

/** A store over {@link StripedHashMap}, with the locks and counters that the options ask for. */
final class StripedStore extends CursorMapStore<StripedHashMap<Term, Object>> {

  /**
   * The number of groups; 4 to 8 are best in the measurement of 2013 that the map's options quote.
   */
  private static final int READER_GROUPS = 8;

  /**
   * The number of bytes by which an empty map is larger than others, beside its buckets and locks.
   */
  private static final long MAP_BYTES = 350;

  StripedStore(StoreConfig config) {
    super(config);
  }

  @Override
  StripedHashMap<Term, Object> newMap() {
    return new StripedHashMap<>(options(config().concurrency()), TermHashing.INSTANCE);
  }

  private static StripedOptions options(Concurrency concurrency) {
    StripedOptions options = StripedOptions.defaults();
    if (concurrency.locks() != Concurrency.ADAPTING) {
      options = options.withFixedLocks(concurrency.locks());
    }
    if (concurrency.manyReaders()) {
      options = options.withReaderGroups(READER_GROUPS);
    }
    return concurrency.decentralizedCounters() ? options : options.withCentralCounter();
  }

  @Override
  MapStore<StripedHashMap<Term, Object>> newStore(StoreConfig config) {
    return new StripedStore(config);
  }

  @Override
  public MapStructure structure() {
    return map().structure();
  }

  @Override
  long keyCount(StripedHashMap<Term, Object> map) {
    return map.mappingCount();
  }

  /** Takes the count that the number of buckets follows. An exact one may need all locks. */
  @Override
  long roughKeyCount(StripedHashMap<Term, Object> map) {
    return map.keySet().spliterator().estimateSize();
  }

  @Override
  long mapBytes(StripedHashMap<Term, Object> map, long keys) {
    return MAP_BYTES + map.estimatedBytes();
  }
}
