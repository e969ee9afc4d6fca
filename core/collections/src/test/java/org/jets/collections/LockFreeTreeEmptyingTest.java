package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jets.collections.internal.lfca.ImmutableLeaf;
import org.jets.collections.internal.lfca.LeafVersions;
import org.jets.collections.internal.lfca.LockFreeBaseNode;
import org.jets.collections.internal.lfca.LockFreeTree;
import org.jets.collections.internal.order.PrefixOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaves of a {@link LockFreeAdaptingTreeMap} that have been emptied do not stay. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockFreeTreeEmptyingTest {
  private static final long KEYS = 20_000;
  private static final long LAST = KEYS - 1;

  /** The first and the last mapping stay: a leaf for each, and one that lies between them. */
  private static final int MOST_BASES = 3;

  /** A way to remove all mappings but the first and the last. */
  private interface Emptying extends Consumer<LockFreeAdaptingTreeMap<Long, Long>> {}

  private static Arguments way(String name, Emptying emptying) {
    return argumentSet(name, emptying);
  }

  private static Arguments byKey(String name, EmptyingByKey emptying) {
    return way(name, map -> LongStream.range(1, LAST).forEach(key -> emptying.remove(map, key)));
  }

  private interface EmptyingByKey {
    void remove(LockFreeAdaptingTreeMap<Long, Long> map, long key);
  }

  private static void removeByIterator(Iterator<Long> keys) {
    while (keys.hasNext()) {
      long key = keys.next();
      if (0 < key && key < LAST) {
        keys.remove();
      }
    }
  }

  private static void removeInRandomOrder(LockFreeAdaptingTreeMap<Long, Long> map) {
    List<Long> keys = new ArrayList<>(LongStream.range(1, LAST).boxed().toList());
    Collections.shuffle(keys, new Random(7));
    keys.forEach(map::remove);
  }

  private static void pollAll(NavigableMap<Long, Long> view, boolean last) {
    int left = view.size();
    while ((last ? view.pollLastEntry() : view.pollFirstEntry()) != null) {
      left--;
    }
    assertThat(left).isZero();
  }

  private static void slide(LongConsumer clear) {
    LongStream.rangeClosed(0, KEYS / 10).forEach(step -> clear.accept(10 * step));
  }

  private static Stream<Arguments> ways() {
    return Stream.of(
        byKey("remove, ascending", (map, key) -> map.remove(key)),
        byKey("remove, descending", (map, key) -> map.remove(LAST - key)),
        way("remove, in random order", LockFreeTreeEmptyingTest::removeInRandomOrder),
        byKey("remove of a value", (map, key) -> map.remove(key, value(key))),
        byKey("compute", (map, key) -> map.compute(key, (k, value) -> null)),
        byKey("computeIfPresent", (map, key) -> map.computeIfPresent(key, (k, value) -> null)),
        byKey("merge", (map, key) -> map.merge(key, 0L, (value, other) -> null)),
        byKey("keySet().remove", (map, key) -> map.keySet().remove(key)),
        byKey("values().remove", (map, key) -> map.tailMap(1L).values().remove(value(key))),
        byKey("view.remove", (map, key) -> map.headMap(LAST).remove(key)),
        way("iterator", map -> removeByIterator(map.keySet().iterator())),
        way("descending iterator", map -> removeByIterator(map.descendingKeySet().iterator())),
        way("keySet().removeIf", map -> map.keySet().removeIf(key -> 0 < key && key < LAST)),
        way("retainAll", map -> map.keySet().retainAll(List.of(0L, LAST))),
        way("removeIf of a view", map -> map.subMap(1L, LAST).values().removeIf(value -> true)),
        way("pollFirstEntry", map -> pollAll(map.subMap(1L, LAST), false)),
        way("pollLastEntry", map -> pollAll(map.subMap(1L, LAST), true)),
        way("clear of a view", map -> map.subMap(1L, LAST).clear()),
        way("clear of a descending view", map -> map.descendingMap().subMap(LAST - 1, 0L).clear()),
        way("keySet().clear of a view", map -> map.subMap(1L, LAST).keySet().clear()),
        way("values().clear of a view", map -> map.subMap(1L, LAST).values().clear()),
        way(
            "clear of a window up",
            map -> slide(at -> map.subMap(1L, Math.max(1, Math.min(at, LAST))).clear())),
        way(
            "clear of a window down",
            map -> slide(at -> map.subMap(Math.max(1, LAST - at), LAST).clear())),
        way(
            "clear of parts",
            map ->
                slide(
                    at -> map.subMap(at + 1, Math.min(at + 11, Math.max(LAST, at + 1))).clear())));
  }

  /** Another object each time. */
  private static Long value(long key) {
    return KEYS + key;
  }

  private static LockFreeAdaptingTreeMap<Long, Long> filled() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    LongStream.range(0, KEYS).forEach(key -> map.put(key, value(key)));
    assertThat(map.shape().bases()).isGreaterThan(400);
    return map;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void emptied_inAnyWay_leavesFewBaseNodes(Emptying emptying) {
    LockFreeAdaptingTreeMap<Long, Long> map = filled();

    emptying.accept(map);

    assertThat(map.shape().bases()).isLessThanOrEqualTo(MOST_BASES);
    assertThat(map.keySet()).containsExactly(0L, LAST);
    map.validate();
  }

  /** An update that another one of the same leaf forestalls. */
  private static void contend(LockFreeAdaptingTreeMap<Long, Long> map, long key) {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    map.compute(
        key,
        (k, value) -> {
          if (isFirst.getAndSet(false)) {
            map.put(k + 1, value(k + 1));
          }
          return value(k);
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void emptied_afterUpdatesThatMet_leavesFewBaseNodes(Emptying emptying) {
    LockFreeAdaptingTreeMap<Long, Long> map = filled();
    for (long key = 10; key < KEYS - 48; key += 16) {
      contend(map, key); // Some times in each leaf.
    }

    emptying.accept(map);

    assertThat(map.shape().bases()).isLessThanOrEqualTo(MOST_BASES);
    assertThat(map.keySet()).containsExactly(0L, LAST);
    map.validate();
  }

  /** The comparisons of all clears tell how many leaves they pass. */
  @Test
  void clear_ofASlidingWindow_passesNoLeafAgainAndAgain() {
    AtomicLong comparisons = new AtomicLong();
    LockFreeAdaptingTreeMap<Long, Long> map =
        new LockFreeAdaptingTreeMap<>(
            PrefixOrder.of(
                (Long a, Long b) -> {
                  comparisons.incrementAndGet();
                  return Long.compare(a, b);
                }),
            MapUnderTest.SMALL_LEAVES);
    LongStream.range(0, KEYS).forEach(key -> map.put(key, key));
    int leaves = map.shape().bases();
    comparisons.set(0);

    slide(at -> map.headMap(at).clear());

    int most = 200; // For a leaf that is found, emptied and joined.
    assertThat(comparisons.get()).isLessThan(most * (leaves + KEYS / 10));
    assertThat(map).isEmpty();
  }

  private static LockFreeBaseNode<Long, Long> baseOf(
      LockFreeAdaptingTreeMap<Long, Long> map, long key) {
    LockFreeTree<Long, Long> tree = map.tree();
    return tree.baseFor(tree.order.prefix(key), key);
  }

  private static int statistic(LockFreeBaseNode<Long, Long> base) {
    return ((ImmutableLeaf<Long, Long>) base.state()).statistic();
  }

  @Test
  void statistic_ofALeafThatTakesInAnEmptyOne_isKept() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled();
    long next = baseOf(map, 0).high;
    contend(map, next);
    contend(map, next);
    int statistic = statistic(baseOf(map, next));

    map.headMap(next).clear();

    assertThat(baseOf(map, 0)).isSameAs(baseOf(map, next));
    assertThat(statistic).isPositive();
    assertThat(statistic(baseOf(map, next))).isEqualTo(statistic);
  }

  // Leaves that could not be joined when they were emptied.

  private static Arguments passing(String name, Emptying passing) {
    return argumentSet(name, passing);
  }

  private static Stream<Arguments> passers() {
    return Stream.of(
        passing("firstEntry", map -> map.tailMap(1L).firstEntry()),
        passing("lastEntry", map -> map.headMap(LAST).lastEntry()),
        passing("higherKey", map -> map.higherKey(0L)),
        passing("lowerKey", map -> map.lowerKey(LAST)),
        passing("entryAfter", map -> map.entryAfter(0L)),
        passing("isEmpty of a view", map -> assertThat(map.subMap(1L, LAST).isEmpty()).isTrue()),
        passing("pollFirstEntry", map -> pollAll(map.subMap(1L, LAST), false)),
        passing("pollLastEntry", map -> pollAll(map.subMap(1L, LAST), true)),
        passing("iteration", map -> map.forEach((key, value) -> {})),
        passing("clear of a view", map -> map.subMap(1L, LAST).clear()));
  }

  /** More snapshots than a leaf may stand for. */
  private static final List<Integer> SNAPSHOTS = List.of(1, 20, LeafVersions.MOST_ROWS + 1);

  private static List<MapSnapshot<Long, Long>> snapshots(
      LockFreeAdaptingTreeMap<Long, Long> map, int count) {
    List<MapSnapshot<Long, Long>> snapshots = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      snapshots.add(map.snapshot());
      map.put(7 * i, value(7 * i));
    }
    return snapshots;
  }

  @ParameterizedTest
  @MethodSource("passers")
  void emptyLeaves_keptForSnapshots_areJoinedByThePassingThread(Emptying passing) {
    for (int count : SNAPSHOTS) {
      LockFreeAdaptingTreeMap<Long, Long> map = filled();
      List<MapSnapshot<Long, Long>> snapshots = snapshots(map, count);
      LongStream.range(1, LAST).forEach(map::remove);
      assertThat(map.shape().bases()).isGreaterThan(MOST_BASES + 5);
      snapshots.forEach(MapSnapshot::close);

      passing.accept(map);

      assertThat(map.shape().bases()).isLessThanOrEqualTo(MOST_BASES);
      assertThat(map.keySet()).containsExactly(0L, LAST);
      assertThat(snapshots).hasSize(count); // They have been reachable until here.
      map.validate();
    }
  }

  @ParameterizedTest
  @MethodSource("passers")
  void emptyLeaves_thatCannotBeJoinedYet_leaveSnapshotsAsTheyAre(Emptying passing) {
    for (int count : SNAPSHOTS) {
      LockFreeAdaptingTreeMap<Long, Long> map = filled();
      List<MapSnapshot<Long, Long>> snapshots = snapshots(map, count);
      LongStream.range(1, LAST).forEach(map::remove);

      passing.accept(map);

      assertThat(map.keySet()).containsExactly(0L, LAST);
      assertThat(snapshots.get(0).keySet()).hasSize((int) KEYS);
      assertThat(snapshots.get(count / 2).descendingMap().firstKey()).isEqualTo(LAST);
      map.validate();
    }
  }
}
