package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bulk operations do what those of {@link ConcurrentHashMap} with the same signature do. */
class BulkContractTest {
  private static final int[] SIZES = {0, 1, 300};
  private static final long[] THRESHOLDS = {1, Long.MAX_VALUE};

  /** An operation of a map of this library and of the JDK's map, with the same functions. */
  private record Operation(
      String name,
      Function<AbstractConcurrentMap<Long, Long>, @Nullable Object> ours,
      Function<ConcurrentHashMap<Long, Long>, @Nullable Object> theirs) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Operation> operations(long threshold) {
    return Stream.of(
        new Operation(
            "forEach",
            map -> sorted(to -> map.forEach(threshold, (k, v) -> to.accept(k - v))),
            map -> sorted(to -> map.forEach(threshold, (k, v) -> to.accept(k - v)))),
        new Operation(
            "forEachKey",
            map -> sorted(to -> map.forEachKey(threshold, to)),
            map -> sorted(to -> map.forEachKey(threshold, to))),
        new Operation(
            "forEachValue",
            map -> sorted(to -> map.forEachValue(threshold, to)),
            map -> sorted(to -> map.forEachValue(threshold, to))),
        new Operation(
            "forEachEntry",
            map -> sorted(to -> map.forEachEntry(threshold, e -> to.accept(e.getValue()))),
            map -> sorted(to -> map.forEachEntry(threshold, e -> to.accept(e.getValue())))),
        new Operation(
            "search",
            map -> map.<Long>search(threshold, (k, v) -> k == 7 ? v : null),
            map -> map.<Long>search(threshold, (k, v) -> k == 7 ? v : null)),
        new Operation(
            "searchKeys",
            map -> map.<Long>searchKeys(threshold, k -> k == 7 ? k : null),
            map -> map.<Long>searchKeys(threshold, k -> k == 7 ? k : null)),
        new Operation(
            "searchValues",
            map -> map.<Long>searchValues(threshold, v -> v == 70 ? v : null),
            map -> map.<Long>searchValues(threshold, v -> v == 70 ? v : null)),
        new Operation(
            "searchEntries",
            map -> map.<Long>searchEntries(threshold, e -> e.getKey() == 7 ? e.getValue() : null),
            map -> map.<Long>searchEntries(threshold, e -> e.getKey() == 7 ? e.getValue() : null)),
        new Operation(
            "reduce, some left out",
            map -> map.<Long>reduce(threshold, (k, v) -> k % 2 == 0 ? v : null, Long::sum),
            map -> map.<Long>reduce(threshold, (k, v) -> k % 2 == 0 ? v : null, Long::sum)),
        new Operation(
            "reduce, all left out",
            map -> map.<Long>reduce(threshold, (k, v) -> null, Long::sum),
            map -> map.<Long>reduce(threshold, (k, v) -> null, Long::sum)),
        new Operation(
            "reduceKeys",
            map -> map.<Long>reduceKeys(threshold, k -> k % 2 == 0 ? k : null, Math::max),
            map -> map.<Long>reduceKeys(threshold, k -> k % 2 == 0 ? k : null, Math::max)),
        new Operation(
            "reduceValues",
            map -> map.<Long>reduceValues(threshold, v -> v + 1, Math::max),
            map -> map.<Long>reduceValues(threshold, v -> v + 1, Math::max)),
        new Operation(
            "reduceEntries",
            map -> map.<Long>reduceEntries(threshold, e -> e.getKey() + e.getValue(), Long::sum),
            map -> map.<Long>reduceEntries(threshold, e -> e.getKey() + e.getValue(), Long::sum)),
        new Operation(
            "reduceToLong",
            map -> map.reduceToLong(threshold, (k, v) -> k + v, 0, Long::sum),
            map -> map.reduceToLong(threshold, (k, v) -> k + v, 0, Long::sum)),
        new Operation(
            "reduceToInt",
            map -> map.reduceToInt(threshold, (k, v) -> (int) (k + v), -1, Math::max),
            map -> map.reduceToInt(threshold, (k, v) -> (int) (k + v), -1, Math::max)),
        new Operation(
            "reduceToDouble",
            map -> map.reduceToDouble(threshold, (k, v) -> k / 2.0, 0, Math::max),
            map -> map.reduceToDouble(threshold, (k, v) -> k / 2.0, 0, Math::max)),
        new Operation(
            "forEach that throws",
            map -> thrown(() -> map.forEach(threshold, (k, v) -> fail())),
            map -> thrown(() -> map.forEach(threshold, (k, v) -> fail()))),
        new Operation(
            "search without a function",
            map -> thrown(() -> map.search(threshold, null)),
            map -> thrown(() -> map.search(threshold, null))),
        new Operation(
            "reduce without a reducer",
            map -> thrown(() -> map.reduce(threshold, (k, v) -> v, null)),
            map -> thrown(() -> map.reduce(threshold, (k, v) -> v, null))));
  }

  private static List<Long> sorted(Consumer<Consumer<Long>> walk) {
    Collection<Long> all = new ConcurrentLinkedQueue<>();
    walk.accept(all::add);
    return all.stream().sorted().toList();
  }

  private static void fail() {
    throw new IllegalArgumentException("of the function");
  }

  private static @Nullable Class<?> thrown(Runnable operation) {
    Throwable thrown = catchThrowable(operation::run);
    return thrown == null ? null : thrown.getClass();
  }

  static Stream<Arguments> mapsAndThresholds() {
    return Stream.of(MapUnderTest.values())
        .flatMap(map -> Arrays.stream(THRESHOLDS).mapToObj(limit -> Arguments.of(map, limit)));
  }

  @ParameterizedTest
  @MethodSource("mapsAndThresholds")
  void operations_anySize_giveWhatConcurrentHashMapGives(MapUnderTest kind, long threshold) {
    for (int size : SIZES) {
      AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
      ConcurrentHashMap<Long, Long> expected = new ConcurrentHashMap<>();
      for (long key = 0; key < size; key++) {
        map.put(key, 10 * key);
        expected.put(key, 10 * key);
      }
      operations(threshold)
          .forEach(
              operation ->
                  assertThat(operation.ours.apply(map))
                      .as("%s of %d", operation, size)
                      .isEqualTo(operation.theirs.apply(expected)));
    }
  }
}
