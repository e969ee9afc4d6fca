package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bulk operations on one thread and on several, and the spliterators below them. */
class BulkMapTest {
  private static final long KEYS = 5_000;
  private static final List<Long> ALL = LongStream.range(0, KEYS).boxed().toList();

  static Stream<Arguments> mapsAndThresholds() {
    return Arrays.stream(MapUnderTest.values())
        .flatMap(map -> Stream.of(1L, Long.MAX_VALUE).map(limit -> Arguments.of(map, limit)));
  }

  /** Each key is mapped to its double. */
  private static AbstractConcurrentMap<Long, Long> doubles(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    ALL.forEach(key -> map.put(key, 2 * key));
    return map;
  }

  @ParameterizedTest
  @MethodSource("mapsAndThresholds")
  void forEach_anyThreshold_comesToEachOnce(MapUnderTest kind, long threshold) {
    AbstractConcurrentMap<Long, Long> map = doubles(kind);
    ConcurrentLinkedQueue<Long> keys = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Long> values = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Long> pairs = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Long> entries = new ConcurrentLinkedQueue<>();

    map.forEachKey(threshold, keys::add);
    map.forEachValue(threshold, value -> values.add(value / 2));
    map.forEach(threshold, (key, value) -> pairs.add(value - key));
    map.forEachEntry(threshold, entry -> entries.add(entry.getValue() - entry.getKey()));

    assertThat(List.of(keys, values, pairs, entries))
        .allSatisfy(seen -> assertThat(seen.stream().sorted()).isEqualTo(ALL));
  }

  @ParameterizedTest
  @MethodSource("mapsAndThresholds")
  void search_anyThreshold_findsWhatIsThere(MapUnderTest kind, long threshold) {
    AbstractConcurrentMap<Long, Long> map = doubles(kind);

    assertThat(map.<Long>search(threshold, (k, v) -> v == 84 ? k : null)).isEqualTo(42);
    assertThat(map.<Long>searchKeys(threshold, k -> k == 42 ? k : null)).isEqualTo(42);
    assertThat(map.<Long>searchValues(threshold, v -> v == 84 ? v : null)).isEqualTo(84);
    assertThat(map.<Long>searchEntries(threshold, e -> e.getKey() == 42 ? e.getValue() : null))
        .isEqualTo(84);
    assertThat(map.<Long>search(threshold, (k, v) -> v == 85 ? k : null)).isNull();
  }

  @ParameterizedTest
  @MethodSource("mapsAndThresholds")
  void reduce_anyThreshold_combinesAll(MapUnderTest kind, long threshold) {
    AbstractConcurrentMap<Long, Long> map = doubles(kind);
    long sum = KEYS * (KEYS - 1) / 2;

    assertThat(map.<Long>reduce(threshold, (k, v) -> k + v, Long::sum)).isEqualTo(3 * sum);
    assertThat(map.<Long>reduceKeys(threshold, k -> k, Long::sum)).isEqualTo(sum);
    assertThat(map.<Long>reduceValues(threshold, v -> v, Long::sum)).isEqualTo(2 * sum);
    assertThat(map.<Long>reduceEntries(threshold, Map.Entry::getValue, Long::sum))
        .isEqualTo(2 * sum);
    assertThat(map.reduceToLong(threshold, (k, v) -> v, 0, Long::sum)).isEqualTo(2 * sum);
    assertThat(map.reduceToInt(threshold, (k, v) -> 1, 0, Integer::sum)).isEqualTo((int) KEYS);
    assertThat(map.reduceToDouble(threshold, (k, v) -> k, 0, Math::max)).isEqualTo(KEYS - 1);
  }

  @ParameterizedTest
  @MethodSource("mapsAndThresholds")
  void reduce_nothingLeft_isNull(MapUnderTest kind, long threshold) {
    assertThat(doubles(kind).<Long>reduceKeys(threshold, k -> null, Long::sum)).isNull();
    assertThat(kind.<Long>ofLongs().<Long>reduceKeys(threshold, k -> k, Long::sum)).isNull();
  }

  @ParameterizedTest
  @MethodSource("mapsAndThresholds")
  void forEach_actionThatThrows_throwsIt(MapUnderTest kind, long threshold) {
    assertThatThrownBy(
            () ->
                doubles(kind)
                    .forEachKey(
                        threshold,
                        key -> {
                          throw new IllegalArgumentException("key " + key);
                        }))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LOCKED_AVL", "LOCKED_AVL_SAVING_PATH"}) // Their reads wait.
  void bulkOperations_whileAnotherThreadRunsAFunction_doNotWait(MapUnderTest kind)
      throws Exception {
    AbstractConcurrentMap<Long, Long> map = doubles(kind);
    long sum = KEYS * (KEYS - 1) / 2;
    CountDownLatch isInside = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      Future<Long> function =
          executor.submit(
              () ->
                  map.compute(
                      42L,
                      (key, value) -> {
                        isInside.countDown();
                        awaitUninterruptibly(mayEnd);
                        return value;
                      }));
      assertThat(isInside.await(30, TimeUnit.SECONDS)).isTrue();

      for (long threshold : new long[] {1, KEYS, Long.MAX_VALUE}) {
        Future<Long> reduced =
            executor.submit(() -> map.reduceToLong(threshold, (k, v) -> v, 0, Long::sum));
        assertThat(reduced.get(30, TimeUnit.SECONDS)).isEqualTo(2 * sum);
        Future<Long> found = executor.submit(() -> map.searchKeys(threshold, k -> k));
        assertThat(found.get(30, TimeUnit.SECONDS)).isNotNull();
      }
      mayEnd.countDown();
      assertThat(function.get(30, TimeUnit.SECONDS)).isEqualTo(84);
    } finally {
      mayEnd.countDown();
      executor.shutdown();
    }
    map.validate();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void estimatedCount_atRest_isExact(MapUnderTest kind) {
    assertThat(doubles(kind).estimatedCount()).isEqualTo(KEYS);
  }

  @ParameterizedTest
  @EnumSource
  void spliterator_splitToTheEndAfterSomeSteps_partsAreTogetherTheRest(MapUnderTest kind) {
    Spliterator<Map.Entry<Long, Long>> whole = doubles(kind).entrySet().spliterator();
    Map<Long, Integer> seen = new HashMap<>();
    for (int step = 0; step < 100; step++) {
      assertThat(whole.tryAdvance(entry -> seen.merge(entry.getKey(), 1, Integer::sum))).isTrue();
    }

    List<Spliterator<Map.Entry<Long, Long>>> parts = new ArrayList<>(List.of(whole));
    for (int i = 0; i < parts.size(); i++) {
      Spliterator<Map.Entry<Long, Long>> part = parts.get(i).trySplit();
      while (part != null) {
        parts.add(part);
        part = parts.get(i).trySplit();
      }
    }

    parts.forEach(
        part -> part.forEachRemaining(entry -> seen.merge(entry.getKey(), 1, Integer::sum)));
    assertThat(parts).hasSizeGreaterThan(8);
    assertThat(seen).hasSize((int) KEYS).allSatisfy((key, times) -> assertThat(times).isOne());
    assertThat(parts).noneMatch(part -> part.tryAdvance(entry -> {}));
  }

  @ParameterizedTest
  @EnumSource
  void spliterators_anyView_areConcurrentWithoutNulls(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Long> map = doubles(kind);
    boolean isOrdered = kind.has(MapUnderTest.Trait.ORDERED);
    int always =
        Spliterator.CONCURRENT | Spliterator.NONNULL | (isOrdered ? Spliterator.ORDERED : 0);
    int keyed = always | Spliterator.DISTINCT | (isOrdered ? Spliterator.SORTED : 0);

    assertThat(map.keySet().spliterator().characteristics()).isEqualTo(keyed);
    assertThat(map.values().spliterator().characteristics()).isEqualTo(always);
    assertThat(map.entrySet().spliterator().characteristics()).isEqualTo(keyed);
  }
}
