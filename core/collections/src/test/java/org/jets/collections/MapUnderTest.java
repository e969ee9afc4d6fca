package org.jets.collections;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.collections.internal.lfca.TreeLimits;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.split.SplitTable;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;

/**
 * The maps that the tests run over: a new map is one line. All begin as small as they can be, so
 * that they grow and shrink in tests of a few keys.
 */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
public enum MapUnderTest {
  MINIMAL(MapUnderTest::minimal, Trait.ANY_KEY),
  SPLIT_ORDERED(MapUnderTest::splitOrdered, Trait.ANY_KEY, Trait.LINEARIZABLE, Trait.LOCK_FREE),
  /** Keeps no object for half of the keys; half of these share their place with another. */
  SPLIT_ORDERED_EXACT(
      MapUnderTest::splitOrderedExact, Trait.ANY_KEY, Trait.LINEARIZABLE, Trait.LOCK_FREE),
  SPLIT_ORDERED_LONGS(
      () -> new SplitOrderedLongs<>(SplitTable.MIN_BITS, 0x9e37_79b9_7f4a_7c15L),
      Trait.LINEARIZABLE,
      Trait.LOCK_FREE),
  LONG_HASH(() -> new LongHashMap<>(0, 0x9e37_79b9_7f4a_7c15L).view(), Trait.LINEARIZABLE),
  LONG_TREE(MapUnderTest::longTree, Trait.LINEARIZABLE, Trait.EXACT_SIZE),
  STRIPED(StripedHashMap::new, Trait.ANY_KEY, Trait.LINEARIZABLE, Trait.EXACT_SIZE),
  STRIPED_SINGLE_LOCK(
      () -> new StripedHashMap<>(StripedOptions.defaults().withSingleLock()), Trait.ANY_KEY),
  STRIPED_READER_GROUPS(
      () ->
          new StripedHashMap<>(
              StripedOptions.defaults().withFixedLocks(2).withReaderGroups(2).withCentralCounter()),
      Trait.ANY_KEY,
      Trait.LINEARIZABLE),
  LOCKED_AVL(
      ordered(LockedAvlTreeMap::new), Trait.LINEARIZABLE, Trait.EXACT_SIZE, Trait.ATOMIC_RANGES),
  LOCKED_AVL_SAVING_PATH(
      ordered(MapUnderTest::lockedAvlSavingPath), Trait.EXACT_SIZE, Trait.ATOMIC_RANGES),
  LOCK_FREE_TREE(
      ordered(MapUnderTest::lockFreeTree), Trait.LINEARIZABLE, Trait.LOCK_FREE, Trait.EXACT_SIZE),
  CONTENTION_ADAPTING(
      ordered(MapUnderTest::contentionAdapting), Trait.LINEARIZABLE, Trait.EXACT_SIZE),
  CONTENTION_ADAPTING_TREAP(ordered(MapUnderTest::contentionAdaptingTreap), Trait.EXACT_SIZE),
  CONTENTION_ADAPTING_AVL(ordered(MapUnderTest::contentionAdaptingAvl), Trait.EXACT_SIZE);

  /** Properties of some of them. */
  enum Trait {
    /** Takes keys of any class, and not of Long alone. */
    ANY_KEY,
    /**
     * A method of it, {@code clear} and the computing ones included, takes effect at one moment.
     */
    LINEARIZABLE,
    /** Some thread gets on, wherever the others stand. */
    LOCK_FREE,
    /** {@code size} has been the number of mappings at one moment. */
    EXACT_SIZE,
    /** Has the keys in their order, or in that of a comparator. */
    ORDERED,
    /**
     * Replacing or removing all mappings of a range, or putting many, takes effect at one moment;
     * its function must not change the map.
     */
    ATOMIC_RANGES
  }

  /** A constructor of an ordered map. */
  interface OrderedMaker {
    <K, V> AbstractConcurrentNavigableMap<K, V> make(@Nullable Comparator<? super K> order);
  }

  /** Tells constructors with several parameter lists apart. */
  private record Ordered(OrderedMaker maker) {}

  /** So that a few updates of a few keys split and join leaves, for any reason. */
  static final TreeLimits SMALL_LEAVES = new TreeLimits(4, 4, 2, 1, 2);

  private final Supplier<AbstractConcurrentMap<?, ?>> maker;
  private final @Nullable OrderedMaker orderedMaker;
  private final Set<Trait> traits;

  MapUnderTest(Supplier<AbstractConcurrentMap<?, ?>> maker, Trait... traits) {
    this.maker = maker;
    this.orderedMaker = null;
    this.traits = Set.of(traits);
  }

  MapUnderTest(Ordered ordered, Trait... traits) {
    this.maker = () -> ordered.maker.make(null);
    this.orderedMaker = ordered.maker;
    this.traits = EnumSet.of(Trait.ORDERED, Trait.ANY_KEY);
    this.traits.addAll(Set.of(traits));
  }

  private static Ordered ordered(OrderedMaker maker) {
    return new Ordered(maker);
  }

  private static <K, V> AbstractConcurrentNavigableMap<K, V> lockedAvlSavingPath(
      @Nullable Comparator<? super K> order) {
    return new LockedAvlTreeMap<>(LockedAvlOptions.defaults().withSavedPath(), order);
  }

  private static <K, V> AbstractConcurrentNavigableMap<K, V> lockFreeTree(
      @Nullable Comparator<? super K> order) {
    return new LockFreeAdaptingTreeMap<>(PrefixOrder.of(order), SMALL_LEAVES);
  }

  private static <K, V> AbstractConcurrentNavigableMap<K, V> contentionAdapting(
      @Nullable Comparator<? super K> order) {
    return restless(SequentialContainer.B_PLUS_TREE, order);
  }

  private static <K, V> AbstractConcurrentNavigableMap<K, V> contentionAdaptingTreap(
      @Nullable Comparator<? super K> order) {
    return restless(SequentialContainer.TREAP, order);
  }

  private static <K, V> AbstractConcurrentNavigableMap<K, V> contentionAdaptingAvl(
      @Nullable Comparator<? super K> order) {
    return restless(SequentialContainer.AVL_TREE, order);
  }

  /** Options with which a few operations that meet split and join base nodes. */
  static ContentionAdaptingOptions restless(SequentialContainer container) {
    return ContentionAdaptingOptions.defaults()
        .withContainer(container)
        .withContributions(100, 1, 1)
        .withLimits(50, -3);
  }

  private static <K, V> AbstractConcurrentNavigableMap<K, V> restless(
      SequentialContainer container, @Nullable Comparator<? super K> order) {
    return new ContentionAdaptingTreeMap<>(restless(container), order);
  }

  private static AbstractConcurrentMap<?, ?> minimal() {
    return new MinimalMap<>(Comparator.<Long>naturalOrder());
  }

  private static AbstractConcurrentMap<?, ?> longTree() {
    return new LongTreeMethods<>(new LongTreeMap<>(restless(SequentialContainer.B_PLUS_TREE)));
  }

  private static AbstractConcurrentMap<?, ?> splitOrdered() {
    return new SplitOrderedHashMap<>(
        HashingStrategy.natural(), SplitTable.MIN_BITS, 0x9e37_79b9_7f4a_7c15L);
  }

  private static AbstractConcurrentMap<?, ?> splitOrderedExact() {
    return new SplitOrderedHashMap<>(
        EvenNumbersAreExact.INSTANCE, SplitTable.MIN_BITS, 0x9e37_79b9_7f4a_7c15L);
  }

  /** All maps; at a reduced scale, which is for other JDKs, the first one of each class. */
  static Stream<MapUnderTest> ofScale() {
    return TestScale.isReduced() ? ofEachClass() : Stream.of(values());
  }

  /** Those that take any class of keys. */
  static Stream<MapUnderTest> generic() {
    return with(Trait.ANY_KEY);
  }

  static Stream<MapUnderTest> linearizable() {
    return with(Trait.LINEARIZABLE);
  }

  static Stream<MapUnderTest> ordered() {
    return with(Trait.ORDERED);
  }

  static Stream<MapUnderTest> unordered() {
    return Stream.of(values()).filter(map -> !map.has(Trait.ORDERED));
  }

  static Stream<MapUnderTest> atomicRanges() {
    return with(Trait.ATOMIC_RANGES);
  }

  private static Stream<MapUnderTest> with(Trait trait) {
    return Stream.of(values()).filter(map -> map.has(trait));
  }

  /** The first map of each class of this library. */
  public static Stream<MapUnderTest> ofEachClass() {
    Set<Class<?>> classes = new HashSet<>();
    return Stream.of(values())
        .filter(map -> map != MINIMAL && classes.add(map.maker.get().getClass()));
  }

  /** An empty map, for tests in other packages. */
  public <V> ConcurrentMap<Long, V> newMap() {
    return ofLongs();
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** An empty map with the keys that all of them take. */
  @SuppressWarnings("unchecked") // It is empty.
  public <V> AbstractConcurrentMap<Long, V> ofLongs() {
    return (AbstractConcurrentMap<Long, V>) maker.get();
  }

  /** An empty map with keys of any class: they are to be comparable. */
  @SuppressWarnings("unchecked") // It is empty.
  <K, V> AbstractConcurrentMap<K, V> ofAny() {
    if (!has(Trait.ANY_KEY)) {
      throw new IllegalStateException(this + " (expected: a map of any keys)");
    }
    return (AbstractConcurrentMap<K, V>) maker.get();
  }

  /** An empty map with the keys in the order of a comparator; null for their own. */
  <K, V> AbstractConcurrentNavigableMap<K, V> ofOrder(@Nullable Comparator<? super K> order) {
    if (orderedMaker == null) {
      throw new IllegalStateException(this + " (expected: a map with an order)");
    }
    return orderedMaker.make(order);
  }
}
