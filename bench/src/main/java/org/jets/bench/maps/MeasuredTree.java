package org.jets.bench.maps;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.radix.ByteKeys;
import org.jets.bench.radix.RadixCursor;
import org.jets.bench.radix.RadixTreeMap;
import org.jets.bench.rivals.LazySkipListMap;
import org.jets.bench.rivals.OptimisticAvlMap;
import org.jets.bench.rivals.OrderedRivalMap;
import org.jets.bench.skeleton.Walk;
import org.jets.collections.ContentionAdaptingOptions;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.jets.collections.LockedAvlOptions;
import org.jets.collections.LockedAvlTreeMap;
import org.jets.collections.LongTreeMap;
import org.jets.collections.SequentialContainer;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of the ordered maps that are measured beside each other, with boxed longs as keys:
 * a new map is one line. Goals are what is wanted of each beside {@link ConcurrentSkipListMap};
 * rivals and variants have none.
 */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
public enum MeasuredTree {
  CONTENTION_ADAPTING(
      "ContentionAdaptingTreeMap",
      "ContentionAdaptingTreeMap",
      Origin.JETS,
      new Goals(8, 2, 6, 4, 3, 7, 13, 10, 26),
      () -> ofRanges(new ContentionAdaptingTreeMap<Long, Object>())),
  LONG_TREE_MAP(
      "LongTreeMap",
      "LongTreeMap",
      Origin.JETS,
      new Goals(8, 2, 6, 4, 3, 7, 20, 10, 16),
      () -> new LongTree(new LongTreeMap<>())),
  CONTENTION_ADAPTING_TREAP(
      "ContentionAdaptingTreeMap of treaps",
      "the same of treaps",
      Origin.JETS,
      null,
      () ->
          ofRanges(
              new ContentionAdaptingTreeMap<Long, Object>(
                  ContentionAdaptingOptions.defaults().withContainer(SequentialContainer.TREAP)))),
  CONTENTION_ADAPTING_AVL(
      "ContentionAdaptingTreeMap of AVL trees",
      "the same of AVL trees",
      Origin.JETS,
      null,
      () ->
          ofRanges(
              new ContentionAdaptingTreeMap<Long, Object>(
                  ContentionAdaptingOptions.defaults()
                      .withContainer(SequentialContainer.AVL_TREE)))),
  LOCK_FREE(
      "LockFreeAdaptingTreeMap",
      "LockFreeAdaptingTreeMap",
      Origin.JETS,
      new Goals(6, 1.7, 4, 2.5, 1.5, 7, 13, 10, 22),
      () -> ofRanges(new LockFreeAdaptingTreeMap<Long, Object>())),
  LOCKED_AVL(
      "LockedAvlTreeMap",
      "LockedAvlTreeMap",
      Origin.JETS,
      null,
      () -> ofRanges(new LockedAvlTreeMap<Long, Object>())),
  LOCKED_AVL_SAVED_PATH(
      "LockedAvlTreeMap with a saved path",
      "the same with a saved path",
      Origin.JETS,
      null,
      () ->
          ofRanges(
              new LockedAvlTreeMap<Long, Object>(
                  LockedAvlOptions.defaults().withSavedPath(), null))),
  /** Not of the library: it is slower than the trees where ranges are read. */
  RADIX_TREE("RadixTreeMap", "RadixTreeMap", Origin.JETS, null, () -> new RadixAccess(ofLongs())),
  LAZY_SKIP_LIST(
      "LazySkipListMap",
      "LazySkipListMap",
      Origin.JETS,
      null,
      () -> new RivalAccess(new LazySkipListMap<>())),
  OPTIMISTIC_AVL(
      "OptimisticAvlMap",
      "OptimisticAvlMap",
      Origin.JETS,
      null,
      () -> new RivalAccess(new OptimisticAvlMap<>())),
  CONCURRENT_SKIP_LIST_MAP(
      "ConcurrentSkipListMap",
      "CSLM",
      Origin.JDK,
      null,
      () -> new NavigableAccess(new ConcurrentSkipListMap<>())),
  LOCKED_TREE_MAP(
      "TreeMap under a lock",
      "TreeMap, locked",
      Origin.JDK,
      null,
      () -> new Locked(new TreeMap<>())),
  /** In memory alone. */
  MV_MAP(
      "MVMap of H2",
      "MVMap",
      Origin.OTHER,
      null,
      () ->
          new MvAccess(
              MVStore.open(null)
                  .openMap(
                      "map", new MVMap.Builder<Long, Object>().keyType(LongDataType.INSTANCE))));

  /**
   * The least speedups over the rival.
   *
   * @param bytes the most bytes for an entry
   */
  record Goals(
      double get,
      double getSmall,
      double update,
      double build,
      double buildInOrder,
      double next,
      double walk,
      double range,
      int bytes) {}

  private final String title;
  private final String abbreviation;
  private final Origin origin;
  private final @Nullable Goals goals;
  private final Supplier<TreeAccess> maker;

  MeasuredTree(
      String title,
      String abbreviation,
      Origin origin,
      @Nullable Goals goals,
      Supplier<TreeAccess> maker) {
    this.title = title;
    this.abbreviation = abbreviation;
    this.origin = origin;
    this.goals = goals;
    this.maker = maker;
  }

  /** The name in figures and tables. */
  public String title() {
    return title;
  }

  /** The name in a narrow column, or in a list in which it follows the map it is like. */
  String abbreviation() {
    return abbreviation;
  }

  /** The library that has the map. */
  public Origin origin() {
    return origin;
  }

  @Nullable Goals goals() {
    return goals;
  }

  /** Makes an empty map. */
  public TreeAccess newMap() {
    return maker.get();
  }

  /** Makes an empty map of strings. */
  @SuppressWarnings("unchecked") // A new map of the others is one of any keys.
  ConcurrentMap<String, Object> newMapOfStrings() {
    return this == RADIX_TREE
        ? new RadixTreeMap<>(ByteKeys.strings())
        : (ConcurrentMap<String, Object>) newMap().map();
  }

  private static RadixTreeMap<Long, Object> ofLongs() {
    return new RadixTreeMap<>(ByteKeys.longs());
  }

  private static TreeAccess ofRanges(ContentionAdaptingTreeMap<Long, Object> map) {
    return new AccessToRanges(map, map::forEachInRange);
  }

  private static TreeAccess ofRanges(LockFreeAdaptingTreeMap<Long, Object> map) {
    return new AccessToRanges(map, map::forEachInRange);
  }

  private static TreeAccess ofRanges(LockedAvlTreeMap<Long, Object> map) {
    return new AccessToRanges(map, map::forEachInRange);
  }

  /** {@code forEachInRange} of our maps. */
  private interface Ranges {
    void forEach(
        Long from,
        boolean fromInclusive,
        Long to,
        boolean toInclusive,
        BiConsumer<? super Long, ? super Object> action);
  }

  private static final class AccessToRanges extends NavigableAccess {
    private final Ranges ranges;

    AccessToRanges(ConcurrentNavigableMap<Long, Object> map, Ranges ranges) {
      super(map);
      this.ranges = ranges;
    }

    /** Reads as of one moment, which the rivals do not promise. */
    @Override
    public long sumOfRange(Long from, Long to) {
      long[] sum = new long[1];
      ranges.forEach(from, true, to, false, (key, value) -> sum[0] += key);
      return sum[0];
    }
  }

  private static final class LongTree extends NavigableAccess {
    private final LongTreeMap<Object> map;

    LongTree(LongTreeMap<Object> map) {
      super(map.asMap());
      this.map = map;
    }

    @Override
    public @Nullable Object get(long key) {
      return map.get(key);
    }

    @Override
    public @Nullable Object put(long key, Object value) {
      return map.put(key, value);
    }

    @Override
    public @Nullable Object remove(long key) {
      return map.remove(key);
    }

    @Override
    boolean holdsLongs() {
      return true;
    }

    @Override
    public long sumOfKeys() {
      long[] sum = new long[1];
      map.forEach((key, value) -> sum[0] += key);
      return sum[0];
    }

    @Override
    public long sumOfRange(Long from, Long to) {
      long[] sum = new long[1];
      map.forEachInRange(from, true, to, false, (key, value) -> sum[0] += key);
      return sum[0];
    }
  }

  private static final class RadixAccess extends TreeAccess {
    private final RadixTreeMap<Long, Object> map;

    RadixAccess(RadixTreeMap<Long, Object> map) {
      super(map);
      this.map = map;
    }

    @Override
    boolean holdsLongs() {
      return true;
    }

    @Override
    public @Nullable Long next(Long key) {
      Map.Entry<Long, Object> next = map.higherEntry(key);
      if (next == null) {
        next = map.firstEntry();
      }
      return next == null ? null : next.getKey();
    }

    @Override
    public long sumOfRange(Long from, Long to) {
      long sum = 0;
      RadixCursor<Long, Object> cursor = map.ascending(from, true, to, false);
      while (cursor.advance()) {
        sum += cursor.key();
      }
      return sum;
    }
  }

  private static final class RivalAccess extends TreeAccess {
    private final OrderedRivalMap<Long, Object> map;

    RivalAccess(OrderedRivalMap<Long, Object> map) {
      super(map);
      this.map = map;
    }

    @Override
    public @Nullable Long next(Long key) {
      Long next = map.higherKey(key);
      return next == null ? map.firstKey() : next;
    }

    @Override
    public long sumOfRange(Long from, Long to) {
      long sum = 0;
      Walk<Long, Object> walk = map.ascending(from);
      while (walk.advance() && walk.key() < to) {
        sum += walk.key();
      }
      return sum;
    }
  }

  private static final class MvAccess extends TreeAccess {
    private final MVMap<Long, Object> map;

    MvAccess(MVMap<Long, Object> map) {
      super(map);
      this.map = map;
    }

    @Override
    public @Nullable Long next(Long key) {
      Long next = map.higherKey(key);
      return next == null ? map.firstKey() : next;
    }

    @Override
    public long sumOfRange(Long from, Long to) {
      long sum = 0;
      Cursor<Long, Object> keys = map.cursor(from, to - 1, false);
      while (keys.hasNext()) {
        sum += keys.next();
      }
      return sum;
    }
  }

  /** A tree under a lock that readers share. */
  private static final class Locked extends NavigableAccess {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    Locked(NavigableMap<Long, Object> map) {
      super(map);
    }

    private static <T> T locked(Lock lock, Supplier<T> operation) {
      lock.lock();
      try {
        return operation.get();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public @Nullable Object get(long key) {
      return locked(lock.readLock(), () -> super.get(key));
    }

    @Override
    public @Nullable Object put(long key, Object value) {
      return locked(lock.writeLock(), () -> super.put(key, value));
    }

    @Override
    public @Nullable Object remove(long key) {
      return locked(lock.writeLock(), () -> super.remove(key));
    }

    @Override
    public @Nullable Long next(Long key) {
      return locked(lock.readLock(), () -> super.next(key));
    }

    @Override
    public long sumOfKeys() {
      return locked(lock.readLock(), super::sumOfKeys);
    }

    @Override
    public long sumOfRange(Long from, Long to) {
      return locked(lock.readLock(), () -> super.sumOfRange(from, to));
    }
  }
}
