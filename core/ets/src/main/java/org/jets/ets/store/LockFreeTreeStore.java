package org.jets.ets.store;

import java.util.concurrent.ConcurrentNavigableMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.jets.collections.MapStructure;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * A store over a {@link LockFreeAdaptingTreeMap}. Its {@link #snapshot} is a snapshot of the map,
 * taken between batch inserts. It takes constant time, and blocks only on a batch insert in
 * progress. A step to the next key resumes where the last one ended, without a search.
 */
final class LockFreeTreeStore extends NavigableMapStore<LockFreeAdaptingTreeMap<Term, Object>> {
  /** Prefix, key and value, in leaves that are four fifths full. */
  private static final long ENTRY_BYTES = 20;

  LockFreeTreeStore(StoreConfig config) {
    super(config);
  }

  @Override
  LockFreeAdaptingTreeMap<Term, Object> newMap() {
    return new LockFreeAdaptingTreeMap<>(StandardKeyOrder.INSTANCE);
  }

  @Override
  MapStore<LockFreeAdaptingTreeMap<Term, Object>> newStore(StoreConfig config) {
    return new LockFreeTreeStore(config);
  }

  @Override
  boolean hasEntriesOfOneMoment() {
    return true;
  }

  @Override
  public MapStructure structure() {
    return map().structure();
  }

  @Override
  long keyCount(LockFreeAdaptingTreeMap<Term, Object> map) {
    return map.mappingCount();
  }

  /** Takes leaves for full by two thirds. */
  @Override
  long roughKeyCount(LockFreeAdaptingTreeMap<Term, Object> map) {
    return map.keySet().spliterator().estimateSize() / 3 * 2;
  }

  @Override
  long mapBytes(LockFreeAdaptingTreeMap<Term, Object> map, long keys) {
    return keys * ENTRY_BYTES;
  }

  @Override
  public TableStore snapshot(Reference table) {
    var map = withoutPending(LockFreeAdaptingTreeMap<Term, Object>::snapshot);
    return new Snapshot(config().of(table), map, hasOtherForms());
  }

  /** The contents of the map at one moment. No thread writes to it. */
  private static final class Snapshot
      extends NavigableMapStore<ConcurrentNavigableMap<Term, Object>> {
    private static final long UNKNOWN = -1;

    /** The number of keys, which the map must count. All threads get the same result. */
    private volatile long size = UNKNOWN;

    Snapshot(StoreConfig config, ConcurrentNavigableMap<Term, Object> map, boolean hasOtherForms) {
      super(config, map, hasOtherForms);
    }

    @Override
    ConcurrentNavigableMap<Term, Object> newMap() {
      throw new UnsupportedOperationException("a snapshot stays as it is");
    }

    @Override
    MapStore<ConcurrentNavigableMap<Term, Object>> newStore(StoreConfig config) {
      return new Snapshot(config, map(), hasOtherForms());
    }

    @Override
    boolean hasEntriesOfOneMoment() {
      return true;
    }

    @Override
    long keyCount(ConcurrentNavigableMap<Term, Object> map) {
      if (size == UNKNOWN) {
        size = map.size();
      }
      return size;
    }

    @Override
    long mapBytes(ConcurrentNavigableMap<Term, Object> map, long keys) {
      return keys * ENTRY_BYTES;
    }

    @Override
    public TableStore snapshot(Reference table) {
      return newStore(config().of(table));
    }
  }
}
