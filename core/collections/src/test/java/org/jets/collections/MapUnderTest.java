package org.jets.collections;

import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The maps that the tests run over: a new map is one line. All begin as small as they can be, so
 * that they grow and shrink in tests of a few keys.
 */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
enum MapUnderTest {
  MINIMAL(true, MapUnderTest::minimal),
  SPLIT_ORDERED(true, MapUnderTest::splitOrdered),
  LONG_SPLIT_ORDERED(
      false, () -> new LongSplitOrderedMap<>(SplitTable.MIN_BITS, 0x9e37_79b9_7f4a_7c15L)),
  STRIPED(true, StripedHashMap::new),
  STRIPED_SINGLE_LOCK(true, () -> new StripedHashMap<>(StripedOptions.defaults().singleLock())),
  STRIPED_READER_GROUPS(
      true,
      () ->
          new StripedHashMap<>(
              StripedOptions.defaults().fixedLocks(16).readerGroups(4).centralCounter()));

  private final boolean generic;
  private final Supplier<AbstractConcurrentMap<?, ?>> maker;

  MapUnderTest(boolean generic, Supplier<AbstractConcurrentMap<?, ?>> maker) {
    this.generic = generic;
    this.maker = maker;
  }

  private static AbstractConcurrentMap<?, ?> minimal() {
    return new MinimalMap<>(Comparator.<Long>naturalOrder());
  }

  private static AbstractConcurrentMap<?, ?> splitOrdered() {
    return new SplitOrderedHashMap<>(
        HashingStrategy.natural(), SplitTable.MIN_BITS, 0x9e37_79b9_7f4a_7c15L);
  }

  /** Those that take any class of keys. */
  static Stream<MapUnderTest> generic() {
    return Stream.of(values()).filter(map -> map.generic);
  }

  /** An empty map with the keys that all of them take. */
  @SuppressWarnings("unchecked") // It is empty.
  <V> AbstractConcurrentMap<Long, V> ofLongs() {
    return (AbstractConcurrentMap<Long, V>) maker.get();
  }

  /** An empty map with keys of any class: they are to be comparable. */
  @SuppressWarnings("unchecked") // It is empty.
  <K, V> AbstractConcurrentMap<K, V> ofAny() {
    if (!generic) {
      throw new IllegalStateException(this + " (expected: a generic map)");
    }
    return (AbstractConcurrentMap<K, V>) maker.get();
  }
}
