package org.jets.collections;

import org.jets.testkit.faults.FaultKey;
import org.jets.testkit.faults.FaultPoints;
import org.jets.testkit.faults.FaultValue;

/** Kinds of keys for maps under faults: each key has a number, and what it does can throw. */
enum FaultKeys {
  LONGS,
  /** Comparable to each other, with different hashes. */
  SPREAD,
  /** Comparable to each other, all with one hash. */
  COLLIDING,
  /** Without an order, all with one hash. */
  COLLIDING_UNORDERED,
  /** Some told by their bits, and others with the places of these, under a strategy that throws. */
  EXACT,
  /** In the order of a comparator. */
  COMPARATOR,
  /** In the order of a comparator that compares keys only where their prefixes are equal. */
  PREFIXES,
  /** In the order of a comparator that knows how many units keys share. */
  UNITS;

  /** Makes numbers that are not negative of those of the keys. */
  private static final int LEAST = 1000;

  boolean suit(MapUnderTest map) {
    return switch (this) {
      case LONGS -> true;
      // A map of the JDK miscounts when a comparison throws while it counts.
      case SPREAD -> map.has(MapUnderTest.Trait.ANY_KEY) && map != MapUnderTest.MINIMAL;
      case COLLIDING, COLLIDING_UNORDERED ->
          map.has(MapUnderTest.Trait.ANY_KEY)
              && !map.has(MapUnderTest.Trait.ORDERED)
              && map != MapUnderTest.MINIMAL;
      case EXACT -> map == MapUnderTest.SPLIT_ORDERED_EXACT;
      case COMPARATOR, PREFIXES, UNITS -> map.has(MapUnderTest.Trait.ORDERED);
    };
  }

  AbstractConcurrentMap<Object, FaultValue> newMap(MapUnderTest map) {
    return switch (this) {
      case LONGS -> ofLongs(map);
      case SPREAD, COLLIDING, COLLIDING_UNORDERED -> map.ofAny();
      case EXACT -> new SplitOrderedHashMap<>(new ExactByNumber());
      case COMPARATOR -> map.ofOrder(new FaultKey.ByNumber());
      case PREFIXES -> map.ofOrder(new ByPrefix());
      case UNITS ->
          map.ofOrder(new DigitOrder<>(key -> FaultKey.number(key) + LEAST, FaultPoints::callback));
    };
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Every key of such a run is a Long.
  private static AbstractConcurrentMap<Object, FaultValue> ofLongs(MapUnderTest map) {
    return (AbstractConcurrentMap) map.ofLongs();
  }

  /** Returns a new key object, or a boxed number. */
  Object key(int number) {
    return switch (this) {
      case LONGS, EXACT -> (Object) (long) number;
      case SPREAD, COMPARATOR, PREFIXES, UNITS -> new FaultKey.Ordered(number, number * 0x9e3779b9);
      case COLLIDING -> new FaultKey.Ordered(number, 7);
      case COLLIDING_UNORDERED -> new FaultKey(number, 7);
    };
  }

  /** Tells every second even key by its bits, and can throw. */
  private static final class ExactByNumber implements ExactHashingStrategy<Object> {
    @Override
    public boolean isExact(Object key) {
      FaultPoints.callback();
      return FaultKey.number(key) % 4 == 0;
    }

    @Override
    public long bits(Object key) {
      FaultPoints.callback();
      return FaultKey.number(key);
    }

    @Override
    public Object keyOf(long bits) {
      FaultPoints.callback();
      return bits;
    }

    @Override
    public int hash(Object key) {
      FaultPoints.callback();
      return FaultKey.number(key) & -4;
    }

    @Override
    public boolean equal(Object a, Object b) {
      FaultPoints.callback();
      return a.equals(b);
    }
  }

  /** Compares keys of a prefix, and can throw. */
  private static final class ByPrefix extends FaultKey.ByNumber
      implements PrefixComparator<Object> {
    @Override
    public long prefix(Object key) {
      FaultPoints.callback();
      return Math.floorDiv(FaultKey.number(key), 10);
    }
  }
}
