package org.jets.bench.maps;

import com.github.benmanes.caffeine.cache.Caffeine;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.collections.Long2ObjectHashMap;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.maps.NonBlockingHashMapLong;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.radix.HashedRadixMap;
import org.jets.bench.rivals.MichaelHashMap;
import org.jets.collections.LongHashMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.collections.StripedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of the maps without order that are measured beside each other, all as their
 * constructors without arguments make them: a new map is one line. Goals are what is wanted of each
 * beside {@link ConcurrentHashMap}; rivals have none. Keys are longs: where a map takes objects
 * they are boxed for each call, as a program would.
 */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
public enum MeasuredMap {
  SPLIT_ORDERED(
      "SplitOrderedHashMap",
      "SplitOrderedHashMap",
      Origin.JETS,
      new Goals(1.1, 1.0, 1.2, 1.0, 1.2, 2.0, 44),
      () -> new MapAccess(new SplitOrderedHashMap<>())),
  STRIPED(
      "StripedHashMap",
      "StripedHashMap",
      Origin.JETS,
      new Goals(1.0, 0.9, 1.0, 0.7, 1.0, 2.0, 32),
      () -> new MapAccess(new StripedHashMap<>())),
  LONG_SPLIT_ORDERED(
      "LongSplitOrderedMap",
      "LongSplitOrderedMap",
      Origin.JETS,
      new Goals(1.5, 1.2, 1.4, 1.0, 1.5, 2.0, 44),
      () -> new LongSplitOrdered(new LongSplitOrderedMap())),
  LONG_HASH_MAP(
      "LongHashMap",
      "LongHashMap",
      Origin.JETS,
      new Goals(1.3, 1.1, 1.5, 1.0, 1.5, 2.0, 16),
      () -> new LongHash(new LongHashMap<>())),
  HASHED_RADIX(
      "HashedRadixMap",
      "HashedRadixMap",
      Origin.JETS,
      null,
      () -> new MapAccess(new HashedRadixMap<>())),
  /** With as many buckets as a map of the suites has keys; their number does not change. */
  MICHAEL(
      "MichaelHashMap",
      "Michael",
      Origin.JETS,
      null,
      () -> new MapAccess(new MichaelHashMap<>(1 << 20))),
  CONCURRENT_HASH_MAP(
      "ConcurrentHashMap", "CHM", Origin.JDK, null, () -> new MapAccess(new ConcurrentHashMap<>())),
  LOCKED_HASH_MAP(
      "HashMap under a lock",
      "HashMap, locked",
      Origin.JDK,
      null,
      () -> new Locked(new HashMap<>())),
  NON_BLOCKING_HASH_MAP(
      "NonBlockingHashMap",
      "NBHM",
      Origin.JCTOOLS,
      null,
      () -> new MapAccess(new NonBlockingHashMap<>())),
  NON_BLOCKING_HASH_MAP_LONG(
      "NonBlockingHashMapLong",
      "NBHMLong",
      Origin.JCTOOLS,
      null,
      () -> new NonBlockingLong(new NonBlockingHashMapLong<>())),
  ECLIPSE(
      "ConcurrentHashMap of Eclipse Collections",
      "Eclipse",
      Origin.OTHER,
      null,
      () -> new MapAccess(org.eclipse.collections.impl.map.mutable.ConcurrentHashMap.newMap())),
  /** A cache without a bound. */
  CAFFEINE(
      "Caffeine",
      "Caffeine",
      Origin.OTHER,
      null,
      () -> new MapAccess(Caffeine.newBuilder().<Long, Object>build().asMap())),
  /** A floor: it has no synchronization, and so is for one thread. */
  AGRONA(
      "Long2ObjectHashMap of Agrona",
      "Agrona",
      Origin.OTHER,
      null,
      () -> new AgronaLong(new Long2ObjectHashMap<>())),
  /** A floor as Agrona's. */
  FASTUTIL(
      "Long2ObjectOpenHashMap of fastutil",
      "fastutil",
      Origin.OTHER,
      null,
      () -> new FastutilLong(new Long2ObjectOpenHashMap<>()));

  /**
   * The least speedups over the rival.
   *
   * @param bytes the most bytes for an entry
   */
  record Goals(
      double get,
      double getSmall,
      double update,
      double hotKeys,
      double build,
      double walk,
      int bytes) {}

  private final String title;
  private final String abbreviation;
  private final Origin origin;
  private final @Nullable Goals goals;
  private final Supplier<MapAccess> maker;

  MeasuredMap(
      String title,
      String abbreviation,
      Origin origin,
      @Nullable Goals goals,
      Supplier<MapAccess> maker) {
    this.title = title;
    this.abbreviation = abbreviation;
    this.origin = origin;
    this.goals = goals;
    this.maker = maker;
  }

  /** The maps of this library, which have goals. */
  static List<MeasuredMap> ours() {
    return Stream.of(values()).filter(map -> map.goals != null).toList();
  }

  /** The name in figures and tables. */
  public String title() {
    return title;
  }

  /** The name in a narrow column. */
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

  /** Returns true if the keys are numbers inside the map, and no objects. */
  boolean holdsLongs() {
    return newMap().holdsLongs();
  }

  /** Returns true for maps that any number of threads may use. */
  public boolean isConcurrent() {
    return this != AGRONA && this != FASTUTIL;
  }

  /** Makes an empty map. */
  public MapAccess newMap() {
    return maker.get();
  }

  /** Returns access to a map that is none of these. */
  public static MapAccess accessTo(ConcurrentMap<Long, Object> map) {
    return new MapAccess(map);
  }

  private static final class LongSplitOrdered extends MapAccess {
    private final LongSplitOrderedMap map;

    LongSplitOrdered(LongSplitOrderedMap map) {
      super(map);
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
      return map.sumOfKeys();
    }
  }

  private static final class LongHash extends MapAccess {
    private final LongHashMap<Object> map;

    LongHash(LongHashMap<Object> map) {
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
  }

  /** A map under a lock that readers share. */
  private static final class Locked extends MapAccess {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    Locked(Map<Long, Object> map) {
      super(map);
    }

    @Override
    public @Nullable Object get(long key) {
      lock.readLock().lock();
      try {
        return super.get(key);
      } finally {
        lock.readLock().unlock();
      }
    }

    @Override
    public @Nullable Object put(long key, Object value) {
      lock.writeLock().lock();
      try {
        return super.put(key, value);
      } finally {
        lock.writeLock().unlock();
      }
    }

    @Override
    public @Nullable Object remove(long key) {
      lock.writeLock().lock();
      try {
        return super.remove(key);
      } finally {
        lock.writeLock().unlock();
      }
    }

    @Override
    public long sumOfKeys() {
      lock.readLock().lock();
      try {
        return super.sumOfKeys();
      } finally {
        lock.readLock().unlock();
      }
    }
  }

  private static final class NonBlockingLong extends MapAccess {
    private final NonBlockingHashMapLong<Object> map;

    NonBlockingLong(NonBlockingHashMapLong<Object> map) {
      super(map);
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
    boolean holdsLongs() {
      return true;
    }

    @Override
    public @Nullable Object remove(long key) {
      return map.remove(key);
    }
  }

  private static final class AgronaLong extends MapAccess {
    private final Long2ObjectHashMap<Object> map;

    AgronaLong(Long2ObjectHashMap<Object> map) {
      super(map);
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
  }

  private static final class FastutilLong extends MapAccess {
    private final Long2ObjectOpenHashMap<Object> map;

    FastutilLong(Long2ObjectOpenHashMap<Object> map) {
      super(map);
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
  }
}
