package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jets.collections.internal.catree.BaseNode;
import org.jets.collections.internal.catree.BaseRange;
import org.jets.collections.internal.catree.ContentionAdaptingTree;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of a contention adapting tree beyond those of all ordered maps. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContentionAdaptingTreeMapTest {

  private static ContentionAdaptingOptions options(SequentialContainer kind) {
    return ContentionAdaptingOptions.defaults().withContainer(kind);
  }

  /** A tree that each waiting operation splits, and that is never joined for being quiet. */
  private static ContentionAdaptingOptions splitting(SequentialContainer kind) {
    return options(kind).withLimits(100, -10_000).withContributions(250, 0, 0);
  }

  private static ContentionAdaptingTreeMap<Long, Integer> filled(
      ContentionAdaptingOptions options, long keys) {
    ContentionAdaptingTreeMap<Long, Integer> map = new ContentionAdaptingTreeMap<>(options);
    LongStream.range(0, keys).forEach(key -> map.put(key, 1));
    return map;
  }

  /** Makes another thread wait for the lock of a key, once. */
  private static void contend(ContentionAdaptingTreeMap<Long, Integer> map, Long key)
      throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch isWaiting = new CountDownLatch(1);
    Thread[] waiting = new Thread[1];
    FutureTask<Integer> holder =
        new FutureTask<>(
            () ->
                map.computeIfPresent(
                    key,
                    (k, value) -> {
                      isHeld.countDown();
                      await(isWaiting);
                      // Sleeping or yielding in the lock: what else it may do is begin to wait.
                      while (waiting[0].getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait();
                      }
                      return value;
                    }));
    new Thread(holder).start();
    await(isHeld);
    FutureTask<Integer> waiter = new FutureTask<>(() -> map.put(key, 1));
    waiting[0] = new Thread(waiter);
    waiting[0].start();
    isWaiting.countDown();
    holder.get();
    waiter.get();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void contention_splits_andQuiet_joinsBack(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        filled(options(kind).withLimits(400, -300), 1000);
    assertThat(map.shape().baseNodes()).isEqualTo(1);

    for (int i = 0; i < 12; i++) {
      contend(map, 10L);
    }
    AdaptingTreeShape contended = map.shape();
    assertThat(contended.baseNodes()).isGreaterThan(3);
    assertThat(contended.splits()).isEqualTo(contended.routeNodes());
    assertThat(contended.joins()).isZero();
    assertThat(contended.depth()).isGreaterThan(2);
    checkRegions(map.regions(), contended);
    map.validate();

    for (long i = 0; i < 400 * 30; i++) {
      map.put(i % 1000, 2);
    }
    AdaptingTreeShape quiet = map.shape();
    assertThat(quiet.baseNodes()).isEqualTo(1);
    assertThat(quiet.joins()).isEqualTo(contended.splits());
    map.validate();
    assertThat(map.mappingCount()).isEqualTo(1000);
  }

  @ParameterizedTest
  @EnumSource
  void updatesInTurn_splitForEachProcessor_andOneThreadsUpdatesJoin(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(options(kind), 1000);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (long i = 0; i < 20_000; i++) {
        long key = i * 619 % 1000;
        map.put(key, 2);
        other.submit(() -> map.put((key + 500) % 1000, 3)).get();
      }
    } finally {
      other.shutdown();
    }
    int most = 4 * Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1);
    assertThat(map.shape().baseNodes()).isBetween(4, most);
    map.validate();

    for (long i = 0; i < 2_000_000 && map.shape().routeNodes() > 0; i++) {
      map.put(i % 1000, 4);
    }
    assertThat(map.shape().routeNodes()).isZero();
    map.validate();
  }

  @Test
  void updatesInTurn_doNotSplitWhereSuccessCountsNothing() throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        filled(options(SequentialContainer.B_PLUS_TREE).withContributions(250, 0, 10), 1000);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (long i = 0; i < 1000; i++) {
        long key = i;
        map.put(key, 2);
        other.submit(() -> map.put(key, 3)).get();
      }
    } finally {
      other.shutdown();
    }
    assertThat(map.shape().contention()).containsExactly(0);
  }

  /**
   * Splits a map of one base node, and returns how many quiet operations take its statistic from 0
   * to where it is joined.
   */
  private static int quietUntilJoined(ContentionAdaptingTreeMap<Long, Integer> map)
      throws Exception {
    assertThat(map.shape().baseNodes()).isEqualTo(1);
    while (map.shape().baseNodes() == 1) {
      contend(map, 10L);
    }
    map.put(10L, 2); // May follow the update of another thread, which counts as a hand-over.
    int statistic = 0;
    for (AdaptingTreeRegion<Long> region : map.regions()) {
      Long from = region.from();
      statistic = from == null || from <= 10 ? region.contention() : statistic;
    }
    int operations = -statistic;
    for (; map.shape().baseNodes() > 1; operations++) {
      map.put(10L, 2);
    }
    return operations;
  }

  @ParameterizedTest
  @EnumSource
  void join_ofWhatIsSplitAgainAndAgain_takesLongerUntilItStaysQuiet(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        filled(options(kind).withLimits(400, -300), 1000);
    List<Integer> operations = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      operations.add(quietUntilJoined(map));
    }

    assertThat(operations).containsExactly(301, 601, 1201, 2401, 4801, 4801, 4801);
    for (int i = 0; i < 20_000; i++) {
      map.put(10L, 3);
    }
    assertThat(quietUntilJoined(map)).isEqualTo(301);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void get_thatChangesDisturb_countsAsContention(SequentialContainer kind) {
    AtomicReference<@Nullable ContentionAdaptingTreeMap<Long, Integer>> disturbed =
        new AtomicReference<>();
    Comparator<Long> disturbing =
        (a, b) -> {
          ContentionAdaptingTreeMap<Long, Integer> map = disturbed.getAndSet(null);
          if (map != null) {
            try {
              if (map.putIfAbsent(41L, 41) != null) {
                map.remove(41L);
              }
              disturbed.set(map);
            } catch (IllegalStateException e) {
              // Under the lock: this attempt succeeds.
            }
          }
          return Long.compare(a, b);
        };
    ContentionAdaptingTreeMap<Long, Integer> map =
        new ContentionAdaptingTreeMap<>(
            options(kind).withContributions(250, 0, 0).withLimits(700, -300), disturbing);
    for (long key = 0; key < 10; key++) {
      map.put(10 * key, (int) key);
    }

    for (int i = 1; i <= 2; i++) {
      disturbed.set(map);
      assertThat(map.get(50L)).isEqualTo(5);
      assertThat(disturbed).as("disturbed up to the lock").hasNullValue();
      assertThat(map.shape().contention()).containsExactly(250 * i);
    }
    disturbed.set(map);
    assertThat(map.get(50L)).isEqualTo(5);
    assertThat(map.shape().splits()).isEqualTo(1);
    map.validate();
  }

  /** Regions say what the shape says, and where; the numbers of a tree at rest. */
  private static void checkRegions(
      List<AdaptingTreeRegion<Long>> regions, AdaptingTreeShape shape) {
    assertThat(regions).extracting(AdaptingTreeRegion::contention).isEqualTo(shape.contention());
    assertThat(regions.stream().mapToInt(AdaptingTreeRegion::depth).max()).hasValue(shape.depth());
    // Of a tree in which each inner node has two children.
    assertThat(regions.stream().mapToDouble(region -> Math.pow(2, -region.depth())).sum())
        .isEqualTo(1);
    assertThat(regions.get(0).from()).isNull();
    assertThat(regions.subList(1, regions.size()))
        .extracting(AdaptingTreeRegion::from)
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(regions.stream().mapToLong(AdaptingTreeRegion::mappings).sum()).isEqualTo(1000);
  }

  @ParameterizedTest
  @EnumSource
  void rangesOverSeveralBaseNodes_joinThem(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        filled(options(kind).withLimits(400, -300).withContributions(250, 0, 10), 1000);
    for (int i = 0; i < 8; i++) {
      contend(map, 500L);
    }
    assertThat(map.shape().baseNodes()).isGreaterThan(2);

    for (int i = 0; i < 1000; i++) {
      long[] sum = new long[1];
      map.forEachInRange(0L, true, 999L, true, (key, value) -> sum[0] += value);
      assertThat(sum[0]).isEqualTo(1000);
    }
    assertThat(map.shape().baseNodes()).isEqualTo(1);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void depth_isLimited(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(splitting(kind).withMaxDepth(2), 1000);
    for (int i = 0; i < 8; i++) {
      contend(map, 3L);
    }
    assertThat(map.shape().depth()).isEqualTo(2);
    assertThat(map.shape().contention()).hasSize(3);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void emptiedBaseNodes_areJoined(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(splitting(kind), 1000);
    for (long key : new long[] {3, 400, 990, 200}) {
      contend(map, key);
      contend(map, key);
    }
    assertThat(map.shape().baseNodes()).isGreaterThan(2);
    LongStream.range(0, 1000).forEach(map::remove);
    assertThat(map.shape().baseNodes()).isEqualTo(1);
    assertThat(map).isEmpty();
    map.validate();
  }

  @Test
  void function_thatCallsTheMapForItsKey_isTold() {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(ContentionAdaptingOptions.defaults(), 9);
    assertThatThrownBy(() -> map.compute(1L, (key, value) -> map.put(1L, 2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Recursive update");
    assertThatThrownBy(
            () ->
                map.computeIfAbsent(
                    20L,
                    key -> {
                      map.clear();
                      return 1;
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(map.get(1L)).isEqualTo(1);
    map.validate();
  }

  @Test
  void functions_thatWaitForEachOther_areTold() throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        filled(splitting(SequentialContainer.B_PLUS_TREE), 1000);
    contend(map, 3L);
    assertThat(map.shape().baseNodes()).isGreaterThan(1);
    CountDownLatch inside = new CountDownLatch(2);
    List<FutureTask<Integer>> tasks = new ArrayList<>();
    for (long[] keys : new long[][] {{1, 998}, {998, 1}}) {
      FutureTask<Integer> task =
          new FutureTask<>(
              () ->
                  map.compute(
                      keys[0],
                      (key, value) -> {
                        inside.countDown();
                        await(inside);
                        return map.put(keys[1], 7);
                      }));
      tasks.add(task);
      new Thread(task).start();
    }
    int told = 0;
    for (FutureTask<Integer> task : tasks) {
      try {
        task.get();
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(IllegalStateException.class);
        told++;
      }
    }
    assertThat(told).isPositive();
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void comparatorThatThrows_locksAndChangesNothing(SequentialContainer kind) {
    boolean[] throwing = {false};
    ContentionAdaptingTreeMap<Long, Integer> map =
        new ContentionAdaptingTreeMap<>(
            MapUnderTest.restless(kind),
            (a, b) -> {
              if (throwing[0] && (a == 50 || b == 50)) {
                throw new IllegalArgumentException("50");
              }
              return Long.compare(a, b);
            });
    LongStream.range(0, 200).forEach(key -> map.put(key, 1));
    Map<Long, Integer> before = new TreeMap<>(map);

    throwing[0] = true;
    List<Runnable> calls =
        List.of(
            () -> map.get(50L),
            () -> map.put(50L, 2),
            () -> map.remove(50L),
            () -> map.compute(50L, (key, value) -> 2),
            () -> map.higherKey(50L),
            () -> map.putAllAtOnce(Map.of(50L, 2, 60L, 2)),
            () -> map.putAllIfAbsent(Map.of(50L, 2, 300L, 2)),
            () -> map.forEachInRange(50L, true, 60L, true, (key, value) -> {}));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class).hasMessage("50");
    }
    throwing[0] = false;
    map.validate();
    assertThat(map).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void putAll_ifAbsent_isAllOrNothing(SequentialContainer kind) {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(options(kind), 10);
    assertThat(map.putAllIfAbsent(Map.of(20L, 2, 5L, 2, 30L, 2))).isFalse();
    assertThat(map).hasSize(10).containsEntry(5L, 1);
    assertThat(map.putAllIfAbsent(Map.of(20L, 2, 30L, 2))).isTrue();
    assertThat(map).hasSize(12).containsEntry(20L, 2).containsEntry(30L, 2);
    map.putAllAtOnce(Map.of(20L, 3, 40L, 3));
    assertThat(map).hasSize(13).containsEntry(20L, 3).containsEntry(40L, 3);
    assertThatThrownBy(() -> map.putAllAtOnce(Collections.singletonMap(50L, null)))
        .isInstanceOf(NullPointerException.class);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void clearOfAView_leavesTheRest(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(splitting(kind), 1000);
    contend(map, 3L);
    contend(map, 900L);
    assertThat(map.shape().baseNodes()).isEqualTo(3);
    map.subMap(100L, false, 700L, true).clear();
    assertThat(map).hasSize(400).containsKeys(100L, 701L).doesNotContainKeys(101L, 700L);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void polling_thatEmptiesBaseNodes_joinsThem(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(splitting(kind), 1000);
    for (long key : new long[] {3, 400, 990, 200}) {
      contend(map, key);
    }
    assertThat(map.shape().baseNodes()).isGreaterThan(2);
    for (long key = 0; key < 999; key++) {
      assertThat(map.pollFirstEntry()).isEqualTo(Map.entry(key, 1));
    }
    assertThat(map.shape().baseNodes()).isEqualTo(1);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void clearOfAView_thatEmptiesBaseNodes_joinsThem(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(splitting(kind), 1000);
    for (long key : new long[] {3, 400, 990, 200}) {
      contend(map, key);
    }
    assertThat(map.shape().baseNodes()).isGreaterThan(2);
    map.headMap(1000L).clear();
    assertThat(map.shape().baseNodes()).isEqualTo(1);
    assertThat(map).isEmpty();
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void rangeThatWeighsMost_joinsAtOnce(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        filled(options(kind).withLimits(100, -10_000).withContributions(250, 0, 10_000), 1000);
    contend(map, 3L);
    contend(map, 900L);
    assertThat(map.shape().baseNodes()).isEqualTo(3);
    map.forEachInRange(0L, true, 999L, true, (key, value) -> {});
    assertThat(map.shape().baseNodes()).isEqualTo(2);
    map.validate();
  }

  /** Throws once, at the comparison that it has been told. */
  private static final class Bomb implements PrefixComparator<Long> {
    private final boolean hasPrefixes;
    private int fuse = Integer.MAX_VALUE;

    Bomb(boolean hasPrefixes) {
      this.hasPrefixes = hasPrefixes;
    }

    @Override
    public int compare(Long a, Long b) {
      if (--fuse == 0) {
        throw new IllegalArgumentException("comparison of " + a + " and " + b);
      }
      return Long.compare(a, b);
    }

    @Override
    public long prefix(Long key) {
      return hasPrefixes ? Math.floorDiv(key, 10) : 0;
    }
  }

  private static void assertAllOrNothing(
      SequentialContainer kind, Consumer<ContentionAdaptingTreeMap<Long, Integer>> change) {
    for (boolean hasPrefixes : new boolean[] {false, true}) {
      int comparison = 0;
      boolean hasThrown = true;
      while (hasThrown) {
        Bomb bomb = new Bomb(hasPrefixes);
        ContentionAdaptingTreeMap<Long, Integer> map =
            new ContentionAdaptingTreeMap<>(options(kind), bomb);
        LongStream.range(0, 40).forEach(key -> map.put(2 * key, 1));
        Map<Long, Integer> before = new TreeMap<>(map);
        bomb.fuse = ++comparison;
        try {
          change.accept(map);
          hasThrown = false;
        } catch (IllegalArgumentException e) {
          bomb.fuse = Integer.MAX_VALUE;
          map.validate();
          assertThat(map).as("after it threw at comparison %d", comparison).isEqualTo(before);
        }
        bomb.fuse = Integer.MAX_VALUE;
        map.clear();
        assertThat(map).as("and not locked").isEmpty();
      }
      assertThat(comparison).isGreaterThan(10);
    }
  }

  @Test
  void putAll_nullBehindOtherMappings_leavesTheClassOfKeysOpen() {
    Map<Object, Integer> mappings = new TreeMap<>();
    mappings.put(1L, 1);
    mappings.put(2L, null);
    List<Consumer<ContentionAdaptingTreeMap<Object, Integer>>> calls =
        List.of(
            map -> map.putAllAtOnce(mappings),
            map -> map.putAllIfAbsent(mappings),
            map -> map.putAllAtOnce(Collections.singletonMap(1L, null)),
            map -> map.putAll(new TreeMap<>(Collections.singletonMap(1L, null))));
    for (Consumer<ContentionAdaptingTreeMap<Object, Integer>> call : calls) {
      ContentionAdaptingTreeMap<Object, Integer> map = new ContentionAdaptingTreeMap<>();

      assertThatNullPointerException().isThrownBy(() -> call.accept(map));

      assertThat(map.put("of another class", 1)).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void putAllAtOnce_comparatorThrowsAtAnyComparison_putsNothing(SequentialContainer kind) {
    assertAllOrNothing(kind, map -> map.putAllAtOnce(Map.of(-1L, 2, 11L, 2, 22L, 2, 24L, 2)));
  }

  @ParameterizedTest
  @EnumSource
  void clearOfAView_comparatorThrowsAtAnyComparison_removesNothing(SequentialContainer kind) {
    assertAllOrNothing(kind, map -> map.subMap(21L, 41L).clear());
    assertAllOrNothing(kind, map -> map.headMap(21L).clear());
  }

  @ParameterizedTest
  @EnumSource
  void putAll_ofASortedMap_isAsPutOneByOne(SequentialContainer kind) {
    for (int size : new int[] {0, 1, 2, 63, 64, 65, 4096, 4097, 20_000}) {
      NavigableMap<Long, Integer> model = new TreeMap<>(Comparator.reverseOrder());
      LongStream.range(0, size).forEach(key -> model.put(3 * key, (int) key));
      ContentionAdaptingTreeMap<Long, Integer> map =
          new ContentionAdaptingTreeMap<>(options(kind), Comparator.reverseOrder());
      map.putAll(model);
      map.validate();
      assertThat(map.entrySet()).containsExactlyElementsOf(model.entrySet());
      for (long key = 0; key < 3L * size; key += 7) {
        assertThat(map.put(key, -1)).isEqualTo(model.put(key, -1));
        assertThat(map.remove(2 * key)).isEqualTo(model.remove(2 * key));
      }
      map.validate();
      assertThat(map).isEqualTo(model);
      model.put(-1L, 5);
      map.putAll(model); // Into one that is not empty.
      assertThat(map).isEqualTo(model);
    }
  }

  @Test
  void newMap_ofASortedMap_hasItsOrderAndMappings() {
    NavigableMap<String, Integer> model = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < 300_000; i++) {
      model.put("key " + i, i);
    }
    ContentionAdaptingTreeMap<String, Integer> map = new ContentionAdaptingTreeMap<>(model);
    map.validate();
    assertThat(map.comparator()).isSameAs(String.CASE_INSENSITIVE_ORDER);
    assertThat(map.get("KEY 777")).isEqualTo(777);
    assertThat(map.mappingCount()).isEqualTo(300_000);
    assertThat(map.lastKey()).isEqualTo(model.lastKey());
  }

  @Test
  void putAll_ofASortedMapThatIsNotInOrder_isAsPutOneByOne() {
    SortedMap<Long, Integer> disordered =
        new TreeMap<>() {
          private static final long serialVersionUID = 1;

          @Override
          public Set<Map.Entry<Long, Integer>> entrySet() {
            return new LinkedHashSet<>(List.of(Map.entry(2L, 2), Map.entry(1L, 1)));
          }

          @Override
          public void forEach(BiConsumer<? super Long, ? super Integer> action) {
            entrySet().forEach(entry -> action.accept(entry.getKey(), entry.getValue()));
          }
        };
    ContentionAdaptingTreeMap<Long, Integer> map = new ContentionAdaptingTreeMap<>();
    map.putAll(disordered);
    map.validate();
    assertThat(map).isEqualTo(Map.of(1L, 1, 2L, 2));
  }

  @ParameterizedTest
  @EnumSource
  void snapshot_showsNoLaterChange_andCannotBeChanged(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(splitting(kind), 1000);
    contend(map, 3L);
    Map<Long, Integer> before = new TreeMap<>(map);
    NavigableMap<Long, Integer> snapshot = map.snapshot();
    map.put(2000L, 1);
    map.headMap(500L).clear();
    assertThat(snapshot).isEqualTo(before);
    assertThat(snapshot.higherKey(7L)).isEqualTo(8L);
    assertThat(snapshot.descendingMap().firstKey()).isEqualTo(999L);
    assertThatThrownBy(() -> snapshot.put(1L, 2)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(snapshot::pollFirstEntry).isInstanceOf(UnsupportedOperationException.class);
  }

  /** Each step begins at the key object of the last one, where the map has noted it. */
  @ParameterizedTest
  @EnumSource
  void steps_whileTheMapChanges_areAsInTreeMap(SequentialContainer kind) {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(options(kind), 1000);
    NavigableMap<Long, Integer> model = new TreeMap<>(map);
    Random random = new Random(5);
    Long at = map.firstKey();
    for (int i = 0; i < 100_000; i++) {
      int lot = random.nextInt(20);
      if (lot == 0) {
        Long near = at + random.nextInt(5) - 2;
        assertThat(map.put(near, i)).isEqualTo(model.put(near, i));
      } else if (lot == 1) {
        Long near = at + random.nextInt(3) - 1;
        assertThat(map.remove(near)).isEqualTo(model.remove(near));
      } else {
        boolean isUpward = i / 3000 % 2 == 0;
        Long next = isUpward ? map.higherKey(at) : map.lowerKey(at);
        assertThat(next).isEqualTo(isUpward ? model.higherKey(at) : model.lowerKey(at));
        assertThat(map.floorKey(at)).isEqualTo(model.floorKey(at));
        assertThat(map.higherEntry(at)).isEqualTo(model.higherEntry(at));
        at = next == null ? (Long) (long) random.nextInt(1000) : next;
      }
    }
    map.validate();
    assertThat(map).isEqualTo(model);
  }

  private static WeakReference<Object> putTracked(ContentionAdaptingTreeMap<Long, Object> map) {
    Object tracked = new Object();
    map.put(500L, tracked);
    return new WeakReference<>(tracked);
  }

  @Test
  void clear_afterAStep_leavesNothingInMemory() {
    ContentionAdaptingTreeMap<Long, Object> map = new ContentionAdaptingTreeMap<>();
    LongStream.range(0, 1_000).forEach(key -> map.put(key, key));
    WeakReference<Object> tracked = putTracked(map);
    assertThat(map.higherKey(5L)).isEqualTo(6L);

    map.clear();
    for (int i = 0; i < 50 && !tracked.refersTo(null); i++) {
      System.gc();
    }

    assertThat(tracked.refersTo(null)).isTrue();
    assertThat(map).isEmpty();
  }

  /** A reader that has seen the map empty must not be led to an old key by its last step. */
  @Test
  void replaceAll_seenByAReader_isSeenByHisNextStep() throws Exception {
    PrefixOrder<Long> order = PrefixOrder.natural();
    order.admit(1L);
    for (int round = 0; round < 300; round++) {
      ContentionAdaptingTree<Long, Integer> tree =
          new ContentionAdaptingTree<>(order, ContentionAdaptingOptions.defaults());
      BaseNode<Long, Integer> base = tree.find(1, 1L);
      base.container.put(1, 1L, 1);
      base.container.put(2, 2L, 2);
      Thread writer =
          new Thread(
              () -> {
                BaseRange<Long, Integer> range = new BaseRange<>(tree);
                range.holding(
                    () -> {
                      range.lock(KeyBounds.all(order));
                      range.replaceAll(new EntryRun<>(1));
                      return range;
                    });
              });
      assertThat(tree.tryFindNear(1L, Relation.CEILING, false)).isEqualTo(1L);
      writer.start();
      while (tree.find(1, 1L) == base) {
        Thread.onSpinWait();
      }

      assertThat(tree.tryFindNear(1L, Relation.HIGHER, false)).isEqualTo(OrderedContainer.RETRY);
      writer.join();
      assertThat(base.lock.isRetired()).isTrue();
      tree.validate();
    }
  }

  @Test
  void options_outOfRange_areRefused() {
    ContentionAdaptingOptions defaults = ContentionAdaptingOptions.defaults();
    assertThatThrownBy(() -> defaults.withLimits(-1, 0)).hasMessageContaining("split: -1");
    assertThatThrownBy(() -> defaults.withLimits(0, 1)).hasMessageContaining("join: 1");
    assertThatThrownBy(() -> defaults.withMaxDepth(33)).hasMessageContaining("depth: 33");
    assertThatThrownBy(() -> defaults.withContributions(-1, 0, 0)).hasMessageContaining("wait: -1");
    assertThat(defaults.withLimits(1000, -1000))
        .isEqualTo(defaults)
        .hasSameHashCodeAs(defaults)
        .isNotEqualTo(defaults.withMaxDepth(1))
        .hasToString(defaults.toString());
  }
}
