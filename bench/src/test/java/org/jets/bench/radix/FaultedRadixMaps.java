package org.jets.bench.radix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jets.bench.skeleton.SkeletalMap;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.testkit.faults.FaultKey;
import org.jets.testkit.faults.FaultPoints;
import org.jets.testkit.faults.FaultScenario;
import org.jets.testkit.faults.FaultValue;
import org.jets.testkit.faults.FaultedLibrary;
import org.jets.testkit.faults.FaultedMap;
import org.jets.testkit.faults.MapFaultScenario;

/** The radix trees and their locks among classes with points for faults. */
final class FaultedRadixMaps implements FaultedMap.Catalogue {
  /** Kinds of keys. Each has a number. */
  private enum Keys {
    /** Nodes of all sizes. */
    LONGS,
    /** Some of which are the beginnings of others; their conversion can throw. */
    NESTED,
    HASHED_LONGS,
    /** With different hashes, which can throw. */
    SPREAD,
    /** With one hash, which can throw. */
    COLLIDING;

    RadixMapUnderTest map() {
      return this == LONGS || this == NESTED
          ? RadixMapUnderTest.RADIX_TREE
          : RadixMapUnderTest.HASHED_RADIX;
    }
  }

  /** Loads the library once more. */
  static FaultedLibrary newLibrary() {
    return new FaultedLibrary(
        List.of(RadixTree.class, SkeletalMap.class, BucketLock.class),
        Set.of(),
        FaultedRadixMaps.class);
  }

  @Override
  public List<FaultedMap> of(String name) {
    RadixMapUnderTest map = RadixMapUnderTest.valueOf(name);
    return Stream.of(Keys.values())
        .filter(keys -> keys.map() == map)
        .<FaultedMap>map(WithKeys::new)
        .toList();
  }

  /**
   * Digits of numbers from {@value #LEAST} on without zeros at the end. So many keys begin others.
   */
  private static final class NestedKeys implements ByteKeys<Object> {
    private static final int LEAST = -1_000;
    private static final int BASE = 4;
    private static final int DIGITS = 10;

    @Override
    public byte[] encode(Object key) {
      FaultPoints.callback();
      int rest = FaultKey.number(key) - LEAST;
      byte[] digits = new byte[DIGITS];
      int length = 0;
      for (int i = DIGITS - 1; i >= 0; i--) {
        digits[i] = (byte) (rest % BASE);
        length = length == 0 && digits[i] != 0 ? i + 1 : length;
        rest /= BASE;
      }
      return Arrays.copyOf(digits, length);
    }

    @Override
    public Object decode(byte[] bytes) {
      FaultPoints.callback();
      int number = 0;
      for (int i = 0; i < DIGITS; i++) {
        number = BASE * number + (i < bytes.length ? bytes[i] : 0);
      }
      return spread(number + LEAST);
    }
  }

  private static FaultKey spread(int number) {
    return new FaultKey(number, number * 0x9e3779b9);
  }

  /** A map with a kind of keys. */
  private record WithKeys(Keys keys) implements FaultedMap {
    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // Every key of such a run is a Long.
    public ConcurrentMap<Object, FaultValue> newMap() {
      return keys.map().of(keys == Keys.LONGS ? (ByteKeys) ByteKeys.longs() : new NestedKeys());
    }

    @Override
    public Object key(int number) {
      return switch (keys) {
        case LONGS, HASHED_LONGS -> (Object) (long) number;
        case NESTED, SPREAD -> spread(number);
        case COLLIDING -> new FaultKey(number, 7);
      };
    }

    @Override
    public void validate(ConcurrentMap<Object, FaultValue> map) {
      RadixMapUnderTest.validate(map);
    }

    @Override
    public long mappingCount(ConcurrentMap<Object, FaultValue> map) {
      return RadixMapUnderTest.mappingCount(map);
    }

    @Override
    public List<FaultScenario> scenarios() {
      List<FaultScenario> suitable = new ArrayList<>(List.of(MapFaultScenario.values()));
      Stream.of(RadixFaultScenario.values())
          .filter(scenario -> keys.map() == RadixMapUnderTest.RADIX_TREE)
          .forEach(suitable::add);
      return suitable;
    }

    @Override
    public boolean isAtomic(FaultScenario.Reach reach) {
      return reach == FaultScenario.Reach.ONE_KEY || reach == FaultScenario.Reach.CLEAR;
    }

    @Override
    public boolean isVariant() {
      return false;
    }

    @Override
    public String toString() {
      return keys.map() + " " + keys;
    }
  }
}
