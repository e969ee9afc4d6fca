package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A comparator that begins to contradict itself. Mappings may get lost, but each call ends, and no
 * lock stays held.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContradictingOrderTest {
  private static final int RANGE = 3000;
  private static final int STEP = 7919;
  private static final int TURNS = 20;

  /** More mappings than a walk comes to that ends. */
  private static final int ENDLESS = 100 * RANGE;

  /** Orders that contradict the order of numbers, and most of them themselves. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  enum Lie {
    LESS((a, b) -> -1),
    GREATER((a, b) -> 1),
    EQUAL((a, b) -> 0),
    REVERSED((a, b) -> Integer.compare(b, a)),
    LAST_DIGITS((a, b) -> Integer.compare(a % 100, b % 100)),
    CIRCLE(Lie::inCircle),
    SMALL_CIRCLES((a, b) -> inCircle(a % 7, b % 7));

    private final IntBinaryOperator comparison;

    Lie(IntBinaryOperator comparison) {
      this.comparison = comparison;
    }

    /** Each number is less than those in the half of the circle that is ahead of it. */
    private static int inCircle(int a, int b) {
      int ahead = Math.floorMod(b - a, 999);
      return ahead == 0 ? 0 : ahead < 500 ? -1 : 1;
    }
  }

  /** The order of numbers, until it lies. */
  private static class Order implements Comparator<Integer> {
    IntBinaryOperator comparison = Integer::compare;

    @Override
    public int compare(Integer a, Integer b) {
      return comparison.applyAsInt(a, b);
    }
  }

  /** Has prefixes, about which it does not lie. */
  private static final class PrefixOrder extends Order implements PrefixComparator<Integer> {
    @Override
    public long prefix(Integer key) {
      return key / 50;
    }
  }

  /** Counts what a walk comes to. */
  private static final class Counter {
    private int count;

    <T> void visit(T ignored) {
      if (++count == ENDLESS) {
        throw new AssertionError("visited " + count + " (expected: fewer)");
      }
    }
  }

  /** Operations, most of which come to all mappings or compare keys several times. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum Operation {
    ITERATE(map -> map.keySet().iterator().forEachRemaining(new Counter()::visit)),
    DESCEND(map -> map.descendingKeySet().iterator().forEachRemaining(new Counter()::visit)),
    FOR_EACH(map -> map.keySet().forEach(new Counter()::visit)),
    WALK_PART(map -> map.subMap(10, 2900).keySet().forEach(new Counter()::visit)),
    DESCEND_PART(
        map ->
            map.subMap(10, 2900)
                .descendingKeySet()
                .iterator()
                .forEachRemaining(new Counter()::visit)),
    SPLIT(
        map -> {
          Spliterator<Integer> all = map.keySet().spliterator();
          Spliterator<Integer> first = all.trySplit();
          if (first != null) {
            first.forEachRemaining(new Counter()::visit);
          }
          all.forEachRemaining(new Counter()::visit);
        }),
    AT_ONCE(map -> map.forEachAtOnce((key, value) -> {})),
    RANGE_AT_ONCE(map -> map.forEachInRange(10, true, 2900, true, (key, value) -> {})),
    SIZES(
        map -> {
          assertThat(map.size()).isNotNegative();
          assertThat(map.tailMap(10).size()).isNotNegative();
        }),
    NEIGHBOURS(
        map -> {
          for (int key = 0; key < RANGE; key += 7) {
            map.lowerKey(key);
            map.floorEntry(key);
            map.ceilingKey(key);
            map.higherEntry(key);
            map.get(key);
          }
        }),
    ENDS(
        map -> {
          map.firstEntry();
          map.lastEntry();
          map.tailMap(5).firstEntry();
          map.headMap(2900).lastEntry();
        }),
    POLL_FIRST(map -> poll(map::pollFirstEntry)),
    POLL_LAST(map -> poll(map::pollLastEntry)),
    POLL_IN_TAIL(map -> poll(map.tailMap(5)::pollFirstEntry)),
    POLL_IN_HEAD(map -> poll(map.headMap(2900)::pollLastEntry)),
    PUT(map -> forEachKey(key -> map.put(key, key))),
    MERGE(map -> forEachKey(key -> map.merge(key, 1, Integer::sum))),
    REMOVE(map -> forEachKey(map::remove)),
    PUT_IN_TURN(map -> inTurn(key -> map.put(key, key))),
    REMOVE_IN_TURN(map -> inTurn(map::remove)),
    PUT_ALL_AT_ONCE(ContradictingOrderTest::putAllAtOnce),
    CLEAR_TAIL(map -> map.tailMap(1000).clear()),
    REMOVE_IF(map -> map.values().removeIf(value -> value % 5 == 0)),
    REPLACE_ALL(map -> map.replaceAll((key, value) -> value + 1));

    private final Consumer<AbstractConcurrentNavigableMap<Integer, Integer>> body;

    Operation(Consumer<AbstractConcurrentNavigableMap<Integer, Integer>> body) {
      this.body = body;
    }
  }

  private static void poll(Supplier<Map.@Nullable Entry<Integer, Integer>> poll) {
    Counter counter = new Counter();
    while (poll.get() != null) {
      counter.visit(poll);
    }
  }

  private static void forEachKey(Consumer<Integer> action) {
    for (int key = 0; key < RANGE; key++) {
      action.accept(key);
    }
  }

  /** Each time by another thread, which splits and joins what contention decides on. */
  private static void inTurn(Consumer<Integer> action) {
    for (int turn = 0; turn < TURNS; turn++) {
      Integer key = turn * (RANGE / TURNS);
      CompletableFuture.runAsync(() -> action.accept(key), call -> new Thread(call).start())
          .exceptionally(
              thrown -> {
                assertThat(thrown).hasCauseInstanceOf(IllegalStateException.class);
                return null;
              })
          .join();
    }
  }

  private static void putAllAtOnce(Map<Integer, Integer> map) {
    Map<Integer, Integer> more = new HashMap<>();
    for (int key = 0; key < RANGE; key += 17) {
      more.put(key, key);
    }
    if (map instanceof ContentionAdaptingTreeMap<Integer, Integer> tree) {
      tree.putAllAtOnce(more);
    } else {
      map.putAll(more);
    }
  }

  static Stream<Arguments> mapsAndOperations() {
    return MapUnderTest.ofScale()
        .filter(map -> map.has(MapUnderTest.Trait.ORDERED))
        .flatMap(map -> Stream.of(Operation.values()).map(call -> Arguments.of(map, call)));
  }

  @ParameterizedTest
  @MethodSource("mapsAndOperations")
  void operation_orderContradictsItself_endsAndLocksNothing(
      MapUnderTest kind, Operation operation) {
    for (Lie lie : Lie.values()) {
      end(kind, new Order(), lie, operation);
      end(kind, new PrefixOrder(), lie, operation);
    }
  }

  private static void end(MapUnderTest kind, Order order, Lie lie, Operation operation) {
    AbstractConcurrentNavigableMap<Integer, Integer> map = kind.ofOrder(order);
    for (int i = 0; i < RANGE; i += 2) {
      map.put(i * STEP % RANGE, i);
    }
    inTurn(key -> map.put(key, key));
    order.comparison = lie.comparison;
    try {
      operation.body.accept(map);
    } catch (IllegalStateException | IllegalArgumentException e) {
      assertThat(e)
          .hasMessageMatching("order of a key.*|fromKey: above toKey .*|Comparison method .*");
    }

    order.comparison = Integer::compare;
    map.clear();
    inTurn(key -> map.put(key, key));
    map.validate();
    assertThat(map).hasSize(TURNS);
  }

  /** In a B+ tree with nodes above nodes, where a read goes down again by a separator. */
  @ParameterizedTest
  @EnumSource
  void readAtOnce_largeTreeWhoseOrderContradictsItself_ends(Lie lie) {
    Order order = new Order();
    ContentionAdaptingTreeMap<Integer, Integer> map = new ContentionAdaptingTreeMap<>(order);
    for (int key = 0; key < 10 * RANGE; key++) {
      map.put(key, key);
    }
    order.comparison = lie.comparison;
    List<Runnable> reads =
        List.of(
            () -> map.forEachAtOnce((key, value) -> {}),
            map::snapshot,
            () -> map.keySet().forEach(new Counter()::visit),
            () -> map.descendingKeySet().forEach(new Counter()::visit));
    for (Runnable read : reads) {
      try {
        read.run();
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageStartingWith("order of a key");
      }
    }
    order.comparison = Integer::compare;
    map.validate();
    assertThat(map).hasSize(10 * RANGE);
  }

  /** An order whose keys are told by their prefixes, and whose keys of prefixes are others. */
  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#ordered")
  void walk_keyOfReturnsAnotherKey_ends(MapUnderTest kind) {
    int[] made = {-1};
    ExactPrefixComparator<Integer> order =
        ExactPrefixComparator.of(
            Integer::longValue, prefix -> made[0] < 0 ? (int) prefix : made[0]);
    for (int key : new int[] {0, 100, RANGE - 1}) {
      made[0] = -1;
      AbstractConcurrentNavigableMap<Integer, Integer> map = kind.ofOrder(order);
      for (int i = 0; i < RANGE; i++) {
        map.put(i, i);
      }
      made[0] = key;
      for (Operation walk : EnumSet.range(Operation.ITERATE, Operation.REPLACE_ALL)) {
        try {
          walk.body.accept(map);
        } catch (IllegalStateException e) {
          assertThat(e).hasMessageStartingWith("order of a key");
        }
      }
    }
  }
}
