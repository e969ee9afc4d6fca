package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jets.collections.internal.lfca.SnapshotVersion;
import org.jets.collections.internal.lfca.TreeLimits;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.testkit.LiveHeap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the adaptation, the snapshots and the memory of a {@link LockFreeAdaptingTreeMap}. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockFreeTreeTest {
  private static final int MANY = 1 << 18;
  private static final int CAPACITY = TreeLimits.DEFAULT.leafCapacity();

  private static LockFreeAdaptingTreeMap<Long, Long> filled(LongUnaryOperator key) {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    for (long i = 0; i < MANY; i++) {
      map.put(key.applyAsLong(i), i);
    }
    map.validate();
    return map;
  }

  @Test
  void keys_ofLongsAndIntegers_areEqualToThosePutAndNotKept() {
    LockFreeAdaptingTreeMap<Object, Long> longs = new LockFreeAdaptingTreeMap<>();
    LockFreeAdaptingTreeMap<Object, Long> integers = new LockFreeAdaptingTreeMap<>();
    for (long key = -500; key < 500; key++) {
      longs.put(key << 40, key);
      integers.put((int) key << 20, key);
    }
    Long tracked = Long.MAX_VALUE - new Random().nextInt(1 << 20);
    WeakReference<Object> key = new WeakReference<>(tracked);
    longs.put(tracked, 0L);
    Object last = longs.lastKey();

    assertThat(longs.firstKey()).isEqualTo(-500L << 40);
    assertThat(integers.firstKey()).isEqualTo(-500 << 20);
    assertThat(integers.keySet()).hasOnlyElementsOfType(Integer.class).hasSize(1_000);
    assertThat(longs.descendingKeySet()).hasOnlyElementsOfType(Long.class).hasSize(1_001);
    assertThat(last).isEqualTo(tracked);
    tracked = null;
    assertThat(isCollected(key)).isTrue();
    longs.validate();
    integers.validate();
  }

  @Test
  void keys_ofOtherClasses_areTheObjectsPut() {
    LockFreeAdaptingTreeMap<String, Integer> map = new LockFreeAdaptingTreeMap<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      texts.add(String.format("%03d", i));
      map.put(texts.get(i), i);
    }

    List<String> keys = new ArrayList<>(map.keySet());

    assertThat(keys).isEqualTo(texts);
    for (int i = 0; i < 500; i++) {
      assertThat(keys.get(i)).isSameAs(texts.get(i));
    }
  }

  private static void assertIsShallowAndFull(LockFreeTreeShape shape) {
    assertThat(shape.height()).isLessThanOrEqualTo(3);
    assertThat(MANY / (double) shape.bases()).isGreaterThan(0.95 * CAPACITY);
    assertThat(shape.bases() / (double) shape.routes()).isGreaterThan(CAPACITY);
  }

  @Test
  void put_keysAscending_fillsLeavesAndStaysShallow() {
    assertIsShallowAndFull(filled(i -> i).shape());
  }

  @Test
  void put_keysDescending_fillsLeavesAndStaysShallow() {
    LockFreeTreeShape shape = filled(i -> -i).shape();

    assertThat(shape.height()).isLessThanOrEqualTo(3);
    assertThat(MANY / (double) shape.bases()).isGreaterThan(0.95 * CAPACITY);
  }

  @Test
  void put_ascendingRunsAmongEachOther_fillLeaves() {
    LockFreeTreeShape shape = filled(i -> (i % 8 << 40) + i).shape();

    assertThat(MANY / (double) shape.bases()).isGreaterThan(0.9 * CAPACITY);
  }

  @Test
  void put_keysAtRandom_fillsTwoThirdsOfLeaves() {
    Random random = new Random(3);

    LockFreeTreeShape shape = filled(i -> random.nextLong()).shape();

    assertThat(shape.height()).isLessThanOrEqualTo(3);
    assertThat(MANY / (double) shape.bases()).isGreaterThan(0.6 * CAPACITY);
  }

  @Test
  void remove_almostAll_joinsLeaves() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);
    int bases = map.shape().bases();

    LongStream.range(0, MANY).filter(key -> key % 1_000 != 0).forEach(map::remove);

    map.validate();
    assertThat(map.shape().bases()).isLessThan(bases / 20);
    assertThat(map.shape().height()).isLessThanOrEqualTo(2);
    assertThat(map.keySet()).hasSize((MANY + 999) / 1_000);
  }

  @Test
  void remove_all_leavesOneBaseNode() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);

    LongStream.range(0, MANY).forEach(map::remove);

    map.validate();
    assertThat(map.shape().bases()).isLessThanOrEqualTo(2);
    assertThat(map).isEmpty();
  }

  /** An update that another one of the same leaf forestalls. */
  private static void contend(LockFreeAdaptingTreeMap<Long, Long> map, long key, long other) {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    map.compute(
        key,
        (k, value) -> {
          if (isFirst.getAndSet(false)) {
            map.put(other, other);
          }
          return value + 1;
        });
  }

  @Test
  void contention_inOneLeaf_splitsItAndQuietJoinsItAgain() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    LongStream.range(0, 20).forEach(key -> map.put(key, key));
    assertThat(map.shape().bases()).isEqualTo(1);

    for (int i = 0; i < 10; i++) {
      contend(map, 3, 4);
    }
    LockFreeTreeShape contended = map.shape();
    for (int i = 0; i < 5_000; i++) {
      map.put((long) i % 20, 0L);
    }
    LockFreeTreeShape quiet = map.shape();

    assertThat(contended.splits()).isPositive();
    assertThat(contended.bases()).isGreaterThan(1);
    assertThat(quiet.joins()).isPositive();
    assertThat(quiet.bases()).isEqualTo(1);
    map.validate();
  }

  @Test
  void ranges_overManySmallLeaves_joinThem() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);
    LongStream.range(0, 10_000).filter(key -> key % 4 != 0).forEach(map::remove);
    int bases = map.shape().bases();

    for (int i = 0; i < 20_000; i++) {
      long from = i % 9_000;
      map.forEachInRange(from, true, from + 500, true, (key, value) -> {});
    }

    map.validate();
    assertThat(map.shape().bases()).isLessThan(bases);
  }

  @Test
  void clear_beforeLateUpdate_staysClear() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);

    map.computeIfPresent(
        5L,
        (key, value) -> {
          map.clear();
          return 0L;
        });

    assertThat(map).isEmpty();
    assertThat(map.shape().bases()).isEqualTo(1);
  }

  /**
   * Writers put ever greater numbers into keys one after the other: at no moment is a number
   * greater than that of the key before.
   */
  private static void assertConsistentUnderWriters(boolean bySnapshot) throws Exception {
    LockFreeAdaptingTreeMap<Long, Long> map =
        new LockFreeAdaptingTreeMap<>(PrefixOrder.natural(), new TreeLimits(8, 4, 250, 100, 300));
    int keys = 60;
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (long base : new long[] {1_000, 2_000}) {
        writers.add(
            executor.submit(
                () -> {
                  for (long number = 1; !isOver.get(); number++) {
                    for (long key = base; key < base + keys; key++) {
                      map.put(key, number);
                    }
                    if (number % 3 == 0) {
                      for (long key = base + keys - 1; key >= base; key--) {
                        map.remove(key);
                      }
                    }
                  }
                }));
      }
      for (int round = 0; round < 3_000; round++) {
        long base = round % 2 == 0 ? 1_000 : 2_000;
        List<Long> seenKeys = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        if (bySnapshot) {
          for (Map.Entry<Long, Long> entry : map.snapshot().subMap(base, base + keys).entrySet()) {
            seenKeys.add(entry.getKey());
            numbers.add(entry.getValue());
          }
        } else {
          map.forEachInRange(
              base,
              true,
              base + keys,
              false,
              (key, number) -> {
                seenKeys.add(key);
                numbers.add(number);
              });
        }
        for (int i = 0; i < numbers.size(); i++) {
          assertThat(seenKeys.get(i)).isEqualTo(base + i);
          assertThat(numbers.get(i)).isBetween(numbers.get(0) - 1, numbers.get(Math.max(0, i - 1)));
        }
      }
      isOver.set(true);
      for (Future<?> writer : writers) {
        writer.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      isOver.set(true);
      executor.shutdown();
    }
    map.validate();
  }

  @Test
  void range_writersAtWork_isOfOneMoment() throws Exception {
    assertConsistentUnderWriters(false);
  }

  @Test
  void snapshot_writersAtWork_isOfOneMoment() throws Exception {
    assertConsistentUnderWriters(true);
  }

  @Test
  void snapshot_closed_refusesToRead() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    for (long key = 0; key < 500; key++) {
      map.put(key, key);
    }
    MapSnapshot<Long, Long> snapshot = map.snapshot();
    NavigableMap<Long, Long> view = snapshot.subMap(10L, 20L);
    assertThat(snapshot).hasSize(500);

    snapshot.close();
    snapshot.close();

    assertThatThrownBy(() -> snapshot.get(1L)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(snapshot::size).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(snapshot::firstKey).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> view.get(15L)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> snapshot.forEach((key, value) -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThat(map.tree().versions.countActive()).isZero();
    assertThat(map).hasSize(500);
  }

  /** It lets go of what it kept, although it is still referred to. */
  @Test
  void snapshot_closed_keepsNothing() {
    LockFreeAdaptingTreeMap<Long, long[]> map = new LockFreeAdaptingTreeMap<>();
    for (long key = 0; key < 2_000; key++) {
      map.put(key, new long[500]);
    }
    MapSnapshot<Long, long[]> snapshot = map.snapshot();
    for (long key = 0; key < 2_000; key++) {
      map.put(key, new long[0]);
    }
    long kept = LiveHeap.bytes();
    assertThat(snapshot.get(7L)).hasSize(500);

    snapshot.close();

    assertThat(kept - LiveHeap.bytes()).isGreaterThan(6_000_000L);
    assertThatThrownBy(() -> snapshot.get(7L)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void snapshots_manyAtATime_seeTheirOwnAndAreForgotten() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    List<MapSnapshot<Long, Long>> snapshots = new ArrayList<>();
    for (long i = 0; i < 12_000; i++) {
      map.put(i % 200, i);
      snapshots.add(map.snapshot());
    }
    for (int i = 0; i < 12_000; i += 999) {
      assertThat(snapshots.get(i).get(i % 200L)).isEqualTo(i);
      assertThat(snapshots.get(i)).hasSize(Math.min(i + 1, 200));
    }
    assertThat(map.tree().versions.countActive()).isEqualTo(12_000);
    snapshots.forEach(MapSnapshot::close);
    assertThat(map.tree().versions.countActive()).isZero();
    map.put(1L, 1L);
    map.validate();
  }

  @Test
  void snapshot_change_isRefused() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    map.put(1L, 1L);
    NavigableMap<Long, Long> snapshot = map.snapshot();

    assertThatThrownBy(() -> snapshot.put(1L, 2L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(snapshot::pollFirstEntry).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> snapshot.subMap(0L, 5L).clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> snapshot.entrySet().iterator().next().setValue(5L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(snapshot).containsEntry(1L, 1L);
  }

  private static boolean isCollected(WeakReference<?> reference) {
    for (int i = 0; i < 50 && !reference.refersTo(null); i++) {
      System.gc();
    }
    return reference.refersTo(null);
  }

  /** A value that nothing else refers to. */
  private static WeakReference<Object> putTracked(LockFreeAdaptingTreeMap<Long, Object> map) {
    Object tracked = new Object();
    map.put(500L, tracked);
    return new WeakReference<>(tracked);
  }

  private static LockFreeAdaptingTreeMap<Long, Object> ofObjects() {
    LockFreeAdaptingTreeMap<Long, Object> map = new LockFreeAdaptingTreeMap<>();
    LongStream.range(0, 10_000).forEach(key -> map.put(key, key));
    return map;
  }

  @Test
  void snapshot_reachable_keepsWhatIsReplacedAndOnlyThen() {
    LockFreeAdaptingTreeMap<Long, Object> map = ofObjects();
    WeakReference<Object> tracked = putTracked(map);
    NavigableMap<Long, Object> snapshot = map.snapshot();
    map.put(500L, 0L);
    System.gc();

    assertThat(snapshot.get(500L)).isNotNull().isSameAs(tracked.get());

    snapshot = null;
    assertThat(isCollected(tracked)).isTrue();
    map.put(1L, 1L);
    assertThat(map).hasSize(10_000);
  }

  @Test
  void range_finished_keepsNothing() {
    LockFreeAdaptingTreeMap<Long, Object> map = ofObjects();
    WeakReference<Object> tracked = putTracked(map);
    map.forEachInRange(0L, true, 10_000L, true, (key, value) -> {});
    assertThat(map.mappingCount()).isEqualTo(10_000);
    map.forEachInRange(490L, true, 510L, true, (key, value) -> {});
    map.higherKey(499L);

    map.put(500L, 0L);

    assertThat(isCollected(tracked)).isTrue();
    assertThat(map.tree().versions.countActive()).isZero();
  }

  /** A base node that has been split leads for ever to all that its keys have been in since. */
  @Test
  void step_toALeafThatIsSplit_keepsNoBaseNode() {
    LockFreeAdaptingTreeMap<Long, Object> map = new LockFreeAdaptingTreeMap<>();
    LongStream.range(0, 10).forEach(key -> map.put(key, key));
    WeakReference<?> base = new WeakReference<>(map.tree().baseFor(5, 5L));
    assertThat(map.higherKey(5L)).isEqualTo(6L);

    LongStream.range(0, 10_000).forEach(key -> map.put(key, key));

    assertThat(isCollected(base)).isTrue();
    assertThat(map.higherKey(5L)).isEqualTo(6L);
  }

  @Test
  void snapshot_manyLaterOnesAndUpdates_keepsEachLeafOnce() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);
    SnapshotVersion snapshot = map.tree().versions.open();

    for (long round = 0; round < 200; round++) {
      map.put(5L, round);
      map.snapshot();
      if (round % 50 == 0) {
        System.gc();
      }
    }

    assertThat(snapshot.countKept()).isEqualTo(1);
  }

  @Test
  void snapshot_mapFilledAndDrainedAgainAndAgain_keepsWhatThereWas() {
    LockFreeAdaptingTreeMap<Long, Long> map =
        new LockFreeAdaptingTreeMap<>(PrefixOrder.natural(), MapUnderTest.SMALL_LEAVES);
    LongStream.range(0, 100).forEach(key -> map.put(2 * key, key));
    NavigableMap<Long, Long> older = map.snapshot();
    LongStream.range(0, 50).forEach(key -> map.put(2 * key, -key));
    SnapshotVersion snapshot = map.tree().versions.open();
    NavigableMap<Long, Long> younger = map.snapshot();

    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      long from = random.nextInt(200);
      LongStream.range(from, from + 60).forEach(key -> map.put(key, key));
      LongStream.range(from - 10, from + 70).forEach(map::remove);
      map.validate();
    }
    long joins = map.shape().joins();

    assertThat(joins).isGreaterThan(1_000);
    assertThat(snapshot.countKept()).isLessThan(200);
    assertThat(older).hasSize(100).containsEntry(20L, 10L).containsEntry(150L, 75L);
    assertThat(younger).hasSize(100).containsEntry(20L, -10L).containsEntry(150L, 75L);
    assertThat(younger.descendingMap().subMap(100L, 96L))
        .containsExactly(Map.entry(100L, 50L), Map.entry(98L, -49L));
    assertThat(older.keySet()).containsExactlyElementsOf(younger.keySet());
  }

  @Test
  void snapshot_mapDrained_joinsNoMoreThanItCanTellApart() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);
    NavigableMap<Long, Long> snapshot = map.snapshot();

    LongStream.range(0, MANY).forEach(map::remove);
    int bases = map.shape().bases();
    LongStream.range(0, MANY).filter(key -> key % 40 == 0).forEach(key -> map.put(key, -key));

    map.validate();
    assertThat(bases).isLessThan(MANY / CAPACITY / 16);
    assertThat(snapshot).hasSize(MANY).containsEntry(400L, 400L);
    assertThat(snapshot.tailMap(MANY / 2L, true).firstEntry())
        .isEqualTo(Map.entry(MANY / 2L, MANY / 2L));
  }

  @Test
  void range_actionThrows_leavesNoMomentOpen() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);
    IllegalStateException thrown = new IllegalStateException();

    assertThatThrownBy(
            () ->
                map.forEachInRange(
                    0L,
                    true,
                    (long) MANY,
                    true,
                    (key, value) -> {
                      throw thrown;
                    }))
        .isSameAs(thrown);

    assertThat(map.tree().versions.countActive()).isZero();
  }

  @Test
  void mappingCount_overSmallLeaves_leavesThemAsTheyAre() {
    LockFreeAdaptingTreeMap<Long, Long> map = filled(i -> i);
    LongStream.range(0, 2_000).filter(key -> key % 4 != 0).forEach(map::remove);
    LockFreeTreeShape shape = map.shape();

    for (int i = 0; i < 2_000; i++) {
      assertThat(map.subMap(0L, 1_200L)).hasSize(300);
    }

    assertThat(map.shape()).isEqualTo(shape);
  }

  @Test
  void replace_valueThatCountsComparisons_comparesOnce() {
    LockFreeAdaptingTreeMap<Long, Object> map = new LockFreeAdaptingTreeMap<>();
    map.put(1L, "old");
    AtomicInteger comparisons = new AtomicInteger();
    Object likeOld =
        new Object() {
          @Override
          public boolean equals(Object other) {
            comparisons.incrementAndGet();
            return other.equals("old");
          }

          @Override
          public int hashCode() {
            return 0;
          }
        };

    assertThat(map.replace(1L, likeOld, "new")).isTrue();
    assertThat(map.replace(1L, likeOld, "newer")).isFalse();
    assertThat(map.replace(2L, likeOld, "newer")).isFalse();

    assertThat(comparisons).hasValue(2);
    assertThat(map).containsEntry(1L, "new");
  }
}
