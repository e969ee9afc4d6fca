package org.jets.collections.jcstress;

import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.jets.collections.LongSplitOrderedMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.collections.StripedHashMap;

/** The maps that are tried, one in each run: the property {@code jets.map} says which. */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
enum StressedMap {
  SPLIT_ORDERED(SplitOrderedHashMap::new),
  LONG_SPLIT_ORDERED(LongSplitOrderedMap::new),
  STRIPED(StripedHashMap::new),
  CONTENTION_ADAPTING(ContentionAdaptingTreeMap::new),
  LOCK_FREE_TREE(LockFreeAdaptingTreeMap::new);

  private static final StressedMap CHOSEN =
      valueOf(System.getProperty("jets.map", SPLIT_ORDERED.name()));

  private final Supplier<ConcurrentMap<Long, Box>> maker;

  StressedMap(Supplier<ConcurrentMap<Long, Box>> maker) {
    this.maker = maker;
  }

  /** An empty map of the chosen kind, as small as it can be. */
  static ConcurrentMap<Long, Box> newMap() {
    return CHOSEN.maker.get();
  }
}
