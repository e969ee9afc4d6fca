package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A comparator that throws at its first comparison, or its second, and so on through every
 * operation: what it throws comes out, the map is as it was, and not locked.
 */
class ThrowingComparatorTest {
  private static final int KEYS = 40;

  /** Makes numbers of the least key that are not negative. */
  private static final int LEAST = 8;

  private static final int RANGE = 3000;
  private static final int STEPS = 30_000;

  /** Throws once, at the call that it has been told. */
  private static final class Fuse implements Runnable {
    private int calls = Integer.MAX_VALUE;

    @Override
    public void run() {
      if (--calls == 0) {
        throw new IllegalArgumentException("a call of the comparator");
      }
    }
  }

  /** Throws at comparisons. */
  private static class Bomb implements Comparator<Integer> {
    private final Fuse fuse;

    Bomb(Fuse fuse) {
      this.fuse = fuse;
    }

    @Override
    public int compare(Integer a, Integer b) {
      fuse.run();
      return Integer.compare(a, b);
    }
  }

  /** Compares objects only where their tens are equal. */
  private static final class PrefixBomb extends Bomb implements PrefixComparator<Integer> {
    PrefixBomb(Fuse fuse) {
      super(fuse);
    }

    @Override
    public long prefix(Integer key) {
      return Math.floorDiv(key, 10);
    }
  }

  /** Makes the orders that the tests run with. */
  private static final List<Function<Fuse, Comparator<Integer>>> ORDERS =
      List.of(
          Bomb::new,
          PrefixBomb::new,
          fuse -> new DigitOrder<Integer>(number -> number + LEAST, fuse));

  /** An operation. Keys that are there are even; 11 and -1 are not. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum Operation {
    GET(map -> map.get(22)),
    GET_ABSENT(map -> map.get(11)),
    PUT(map -> map.put(22, 0)),
    PUT_NEW(map -> map.put(11, 0)),
    PUT_ABOVE_ALL(map -> map.put(1_000_000, 0)),
    PUT_IF_ABSENT(map -> map.putIfAbsent(11, 0)),
    REMOVE(map -> map.remove(22)),
    REMOVE_MAPPING(map -> map.remove(22, 22)),
    REPLACE(map -> map.replace(22, 0)),
    REPLACE_MAPPING(map -> map.replace(22, 22, 0)),
    COMPUTE_IF_ABSENT(map -> map.computeIfAbsent(11, key -> 0)),
    COMPUTE_IF_PRESENT(map -> map.computeIfPresent(22, (key, value) -> null)),
    COMPUTE(map -> map.compute(22, (key, value) -> 0)),
    COMPUTE_TO_NULL(map -> map.compute(22, (key, value) -> null)),
    MERGE(map -> map.merge(11, 0, Integer::sum)),
    LOWER(map -> map.lowerKey(22)),
    FLOOR(map -> map.floorKey(23)),
    CEILING(map -> map.ceilingKey(21)),
    HIGHER(map -> map.higherKey(22)),
    POLL_FIRST(map -> map.pollFirstEntry()),
    POLL_LAST(map -> map.pollLastEntry()),
    POLL_IN_VIEW(map -> map.subMap(21, 61).pollFirstEntry()),
    FIRST_IN_VIEW(map -> map.tailMap(23).firstKey()),
    VIEW_FOR_EACH(map -> map.subMap(21, 61).forEach((key, value) -> {})),
    VALUES_OF_VIEW(map -> map.headMap(61).descendingMap().values().forEach(value -> {})),
    FOR_EACH_IN_RANGE(map -> map.forEachInRange(21, true, 61, true, (key, value) -> {}));

    private final Consumer<AbstractConcurrentNavigableMap<Integer, Integer>> body;

    Operation(Consumer<AbstractConcurrentNavigableMap<Integer, Integer>> body) {
      this.body = body;
    }
  }

  /** Those that change many mappings at one moment, or none. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum RangeOperation {
    PUT_ALL(map -> map.putAll(new LinkedHashMap<>(Map.of(11, 0, 22, 0, -1, 0)))),
    REPLACE_ALL(map -> map.subMap(21, 61).replaceAll((key, value) -> 0)),
    REMOVE_IF(map -> map.subMap(21, 61).values().removeIf(value -> value % 4 == 0)),
    CLEAR(map -> map.subMap(21, 61).clear());

    private final Consumer<NavigableMap<Integer, Integer>> body;

    RangeOperation(Consumer<NavigableMap<Integer, Integer>> body) {
      this.body = body;
    }
  }

  static Stream<Arguments> operations() {
    return MapUnderTest.ordered()
        .flatMap(map -> Stream.of(Operation.values()).map(call -> Arguments.of(map, call)));
  }

  static Stream<Arguments> rangeOperations() {
    return MapUnderTest.atomicRanges()
        .flatMap(map -> Stream.of(RangeOperation.values()).map(call -> Arguments.of(map, call)));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void operation_comparatorThrowsAtAnyComparison_changesNothing(
      MapUnderTest kind, Operation operation) {
    ORDERS.forEach(order -> throwAtEach(kind, order, operation.body));
  }

  @ParameterizedTest
  @MethodSource("rangeOperations")
  void rangeOperation_comparatorThrowsAtAnyComparison_changesNothing(
      MapUnderTest kind, RangeOperation operation) {
    ORDERS.forEach(order -> throwAtEach(kind, order, operation.body));
  }

  private static void throwAtEach(
      MapUnderTest kind,
      Function<Fuse, Comparator<Integer>> order,
      Consumer<? super AbstractConcurrentNavigableMap<Integer, Integer>> operation) {
    Fuse fuse = new Fuse();
    AbstractConcurrentNavigableMap<Integer, Integer> map = kind.ofOrder(order.apply(fuse));
    NavigableMap<Integer, Integer> expected = new TreeMap<>();
    fill(map);
    fill(expected);
    boolean hasThrown = true;
    for (int comparison = 1; hasThrown; comparison++) {
      fuse.calls = comparison;
      try {
        operation.accept(map);
        hasThrown = fuse.calls <= 0;
        fuse.calls = Integer.MAX_VALUE;
        if (hasThrown) {
          // After the change, where a tree may put off what is not due to the caller: a split, say.
          assertThat(map).as("lost at comparison %d", comparison).isNotEqualTo(expected);
          map.clear();
          fill(map);
          map.validate();
        }
      } catch (IllegalArgumentException e) {
        fuse.calls = Integer.MAX_VALUE;
        map.validate();
        assertThat(map).as("after it threw at comparison %d", comparison).isEqualTo(expected);
      }
    }
    // Whatever the operation has now done, nothing is locked.
    map.clear();
    map.put(1, 1);
    assertThat(map).isEqualTo(Map.of(1, 1));
    map.validate();
  }

  static Stream<MapUnderTest> maps() {
    return MapUnderTest.ordered();
  }

  /** An error that no map throws by itself. */
  private static final class ComparatorError extends Error {
    private static final long serialVersionUID = 1;
  }

  /** In maps that are large enough to be divided and put together meanwhile. */
  @ParameterizedTest
  @MethodSource("maps")
  void operation_comparatorThrowsErrorsAtRandom_changesNothing(MapUnderTest kind) {
    int[] fuse = {0};
    Runnable callback =
        () -> {
          if (--fuse[0] == 0) {
            throw new ComparatorError();
          }
        };
    Comparator<Integer> comparator =
        (a, b) -> {
          callback.run();
          return Integer.compare(a, b);
        };
    throwErrorsAtRandom(kind.ofOrder(comparator), fuse);
    throwErrorsAtRandom(kind.ofOrder(new DigitOrder<Integer>(number -> number, callback)), fuse);
  }

  private static void throwErrorsAtRandom(
      AbstractConcurrentNavigableMap<Integer, Integer> map, int[] fuse) {
    Random random = new Random(7);
    NavigableMap<Integer, Integer> expected = new TreeMap<>();
    int errors = 0;
    for (int step = 0; step < STEPS; step++) {
      int key = random.nextInt(RANGE);
      int call = random.nextInt(step / 3000 % 2 == 0 ? 8 : 5); // Fills and empties in turn.
      fuse[0] = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0;
      try {
        apply(map, call, key);
        fuse[0] = 0;
        apply(expected, call, key);
      } catch (ComparatorError e) {
        fuse[0] = 0;
        errors++;
        assertThat(map.get(key)).as("step %d", step).isEqualTo(expected.get(key));
        assertThat(map.firstEntry()).as("step %d", step).isEqualTo(expected.firstEntry());
        assertThat(map.lastEntry()).as("step %d", step).isEqualTo(expected.lastEntry());
      }
    }
    assertThat(errors).isPositive();
    assertThat(map).isEqualTo(expected);
    map.validate();
  }

  private static void apply(NavigableMap<Integer, Integer> map, int call, int key) {
    switch (call) {
      case 0 -> map.pollFirstEntry();
      case 1 -> map.pollLastEntry();
      case 2, 3 -> map.remove(key);
      case 4 -> map.merge(key, 1, Integer::sum);
      default -> map.put(key, key);
    }
  }

  /** Walks over keys in some direction, of all of a map or a part of it. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private enum Walk {
    ASCENDING(map -> map),
    DESCENDING(NavigableMap::descendingMap),
    SUB_MAP(map -> map.subMap(5, true, 70, false)),
    SUB_MAP_BETWEEN_PRESENT_KEYS(map -> map.subMap(4, false, 68, true)),
    DESCENDING_SUB_MAP(map -> map.subMap(5, true, 70, false).descendingMap()),
    HEAD_MAP(map -> map.headMap(63, false)),
    DESCENDING_TAIL_MAP(map -> map.tailMap(11, true).descendingMap());

    private final UnaryOperator<NavigableMap<Integer, Integer>> view;

    Walk(UnaryOperator<NavigableMap<Integer, Integer>> view) {
      this.view = view;
    }
  }

  static Stream<Arguments> walks() {
    return MapUnderTest.ordered()
        .flatMap(map -> Stream.of(Walk.values()).map(walk -> Arguments.of(map, walk)));
  }

  @ParameterizedTest
  @MethodSource("walks")
  void iteration_afterItsComparatorHasThrown_leavesNothingOut(MapUnderTest kind, Walk walk) {
    for (Function<Fuse, Comparator<Integer>> order : ORDERS) {
      Fuse fuse = new Fuse();
      NavigableMap<Integer, Integer> map = kind.ofOrder(order.apply(fuse));
      fill(map);
      NavigableMap<Integer, Integer> view = walk.view.apply(map);
      List<Integer> expected = List.copyOf(walk.view.apply(new TreeMap<>(map)).keySet());
      boolean hasThrown = true;
      for (int comparison = 1; hasThrown; comparison++) {
        Iterator<Integer> iterator = view.keySet().iterator();
        List<Integer> iterated = new ArrayList<>();
        hasThrown = goOn(fuse, comparison, () -> isAdded(iterator, iterated));
        assertThat(iterated).as("iterator, comparison %d", comparison).isEqualTo(expected);

        Spliterator<Integer> spliterator = view.keySet().spliterator();
        List<Integer> advanced = new ArrayList<>();
        hasThrown |= goOn(fuse, comparison, () -> spliterator.tryAdvance(advanced::add));
        assertThat(advanced).as("spliterator, comparison %d", comparison).isEqualTo(expected);
      }
    }
  }

  private static boolean isAdded(Iterator<Integer> iterator, List<Integer> keys) {
    return iterator.hasNext() && keys.add(iterator.next());
  }

  /** Goes on to the end, and again when it throws. */
  private static boolean goOn(Fuse fuse, int comparison, BooleanSupplier step) {
    fuse.calls = comparison;
    boolean hasThrown = false;
    boolean hasMore = true;
    while (hasMore) {
      try {
        hasMore = step.getAsBoolean();
      } catch (IllegalArgumentException e) {
        hasThrown = true;
      }
    }
    fuse.calls = Integer.MAX_VALUE;
    return hasThrown;
  }

  private static void fill(Map<Integer, Integer> map) {
    for (int key = 0; key < 2 * KEYS; key += 2) {
      map.put(key, key);
    }
  }
}
