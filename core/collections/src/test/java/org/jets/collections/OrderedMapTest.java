package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Promises of an ordered map beyond guava's suites and the model. */
class OrderedMapTest {
  private static final String ORDERED = "org.jets.collections.MapUnderTest#ordered";

  /** Each key from 0 on is mapped to its double. */
  private static AbstractConcurrentNavigableMap<Long, Long> doubles(MapUnderTest kind, long keys) {
    AbstractConcurrentNavigableMap<Long, Long> map = kind.ofOrder(null);
    for (long key = 0; key < keys; key++) {
      map.put(key, 2 * key);
    }
    return map;
  }

  // Nulls.

  /** A call with a null that has to be refused; key 1 is there. */
  @SuppressWarnings({"ImmutableEnumChecker", "NullAway"}) // The calls have no state.
  private enum NullCall {
    LOWER(map -> map.lowerEntry(null)),
    FLOOR(map -> map.floorKey(null)),
    CEILING(map -> map.ceilingEntry(null)),
    HIGHER(map -> map.higherKey(null)),
    HEAD(map -> map.headMap(null)),
    TAIL(map -> map.tailMap(null, true)),
    SUB_FROM(map -> map.subMap(null, 2L)),
    SUB_TO(map -> map.subMap(0L, true, null, true)),
    KEYS_LOWER(map -> map.navigableKeySet().lower(null)),
    KEYS_TAIL(map -> map.navigableKeySet().tailSet(null)),
    VIEW_GET(map -> map.tailMap(0L).get(null)),
    VIEW_PUT_KEY(map -> map.tailMap(0L).put(null, 1L)),
    VIEW_PUT_VALUE(map -> map.tailMap(0L).put(1L, null)),
    VIEW_REPLACE_OUTSIDE(map -> map.tailMap(2L).replace(1L, null)),
    VIEW_REMOVE(map -> map.descendingMap().remove(null)),
    VIEW_COMPUTE(map -> map.tailMap(2L).compute(1L, null)),
    VIEW_COMPUTE_IF_PRESENT(map -> map.tailMap(2L).computeIfPresent(1L, null)),
    VIEW_COMPUTE_IF_ABSENT(map -> map.tailMap(2L).computeIfAbsent(1L, null)),
    VIEW_MERGE(map -> map.tailMap(0L).merge(1L, null, Long::sum)),
    VIEW_REPLACE_ALL(map -> map.tailMap(0L).replaceAll(null)),
    VIEW_REPLACE_ALL_BY_NULL(map -> map.tailMap(0L).replaceAll((k, v) -> null)),
    FOR_EACH_IN_RANGE_KEY(map -> map.forEachInRange(null, true, 2L, true, (k, v) -> {})),
    FOR_EACH_IN_RANGE_ACTION(map -> map.forEachInRange(0L, true, 2L, true, null));

    private final Consumer<AbstractConcurrentNavigableMap<Long, Long>> body;

    NullCall(Consumer<AbstractConcurrentNavigableMap<Long, Long>> body) {
      this.body = body;
    }
  }

  static Stream<Arguments> nullCalls() {
    return MapUnderTest.ordered()
        .flatMap(map -> Stream.of(NullCall.values()).map(call -> Arguments.of(map, call)));
  }

  @ParameterizedTest
  @MethodSource("nullCalls")
  void call_null_isRefusedAndChangesNothing(MapUnderTest kind, NullCall call) {
    AbstractConcurrentNavigableMap<Long, Long> map = kind.ofOrder(null);
    map.put(1L, 1L);

    assertThatNullPointerException().isThrownBy(() -> call.body.accept(map));

    assertThat(map).isEqualTo(Map.of(1L, 1L));
    map.validate();
  }

  // Texts of errors.

  /** A key that must not be printed: its text may be of any length. */
  private record SilentKey(int value) {
    @Override
    public String toString() {
      throw new AssertionError("a key is printed");
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void call_keyOutsideOfAView_isRefusedWithoutPrintingKeys(MapUnderTest kind) {
    NavigableMap<SilentKey, Long> map = kind.ofOrder(Comparator.comparingInt(SilentKey::value));
    SilentKey low = new SilentKey(1);
    SilentKey high = new SilentKey(9);
    NavigableMap<SilentKey, Long> view = map.headMap(low, true);
    List<Runnable> calls =
        List.of(
            () -> map.subMap(high, low),
            () -> map.descendingMap().subMap(low, high),
            () -> view.put(high, 1L),
            () -> view.tailMap(high),
            () -> view.headMap(high));

    for (Runnable call : calls) {
      assertThatIllegalArgumentException().isThrownBy(call::run);
    }
  }

  // Keys that cannot be compared.

  @ParameterizedTest
  @MethodSource(ORDERED)
  @SuppressWarnings("unchecked") // Wrong on purpose.
  void call_keyOfAnotherClass_throwsAndChangesNothing(MapUnderTest kind) {
    for (Object[] keys : new Object[][] {{1L, "one"}, {"one", 1L}, {1.5, 1L}, {1, 1L}}) {
      AbstractConcurrentNavigableMap<Object, Object> map = kind.ofOrder(null);
      map.put(keys[0], "value");
      Object other = keys[1];
      List<Consumer<NavigableMap<Object, Object>>> calls =
          List.of(
              m -> m.get(other),
              m -> m.getOrDefault(other, null),
              m -> m.put(other, "new"),
              m -> m.putIfAbsent(other, "new"),
              m -> m.remove(other),
              m -> m.compute(other, (k, v) -> "new"),
              m -> m.merge(other, "new", (a, b) -> a),
              m -> m.higherKey(other),
              m -> m.tailMap(other).clear(),
              m -> m.putAll(Map.of(other, "new")));
      for (Consumer<NavigableMap<Object, Object>> call : calls) {
        assertThatThrownBy(() -> call.accept(map)).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> call.accept(map.descendingMap()))
            .isInstanceOf(ClassCastException.class);
        assertThat(map).hasSize(1).containsKey(keys[0]);
        map.validate();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void put_firstKeyThatIsNotComparable_throws(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Object, Object> map = kind.ofOrder(null);

    assertThatThrownBy(() -> map.put(new Object(), 1)).isInstanceOf(ClassCastException.class);
    Comparator<Object> strict = Comparator.comparing(key -> (String) key);
    AbstractConcurrentNavigableMap<Object, Object> strings = kind.ofOrder(strict);
    assertThatThrownBy(() -> strings.put(1, 1)).isInstanceOf(ClassCastException.class);

    assertThat(map).isEmpty();
    assertThat(strings).isEmpty();
  }

  /** A call with the first key, "s", of an empty map. */
  @SuppressWarnings({"ImmutableEnumChecker", "NullAway"}) // The calls have no state.
  private enum FirstCall {
    PUT_NULL(map -> map.put("s", null)),
    GET(map -> map.get("s")),
    REMOVE(map -> map.remove("s")),
    COMPUTE_IF_PRESENT(map -> map.computeIfPresent("s", (k, v) -> 1)),
    REPLACE(map -> map.replace("s", 1)),
    REPLACE_VALUE(map -> map.replace("s", 1, 2)),
    COMPUTE_NOTHING(map -> map.compute("s", (k, v) -> null)),
    COMPUTE_AND_THROW(map -> map.compute("s", (k, v) -> fail())),
    COMPUTE_IF_ABSENT_NOTHING(map -> map.computeIfAbsent("s", k -> null)),
    PUT(map -> map.put("s", 1)),
    PUT_IF_ABSENT(map -> map.putIfAbsent("s", 1)),
    COMPUTE(map -> map.compute("s", (k, v) -> 1)),
    COMPUTE_IF_ABSENT(map -> map.computeIfAbsent("s", k -> 1)),
    MERGE(map -> map.merge("s", 1, (a, b) -> a));

    private final Consumer<NavigableMap<Object, Object>> call;

    FirstCall(Consumer<NavigableMap<Object, Object>> call) {
      this.call = call;
    }

    private static Object fail() {
      throw new IllegalStateException();
    }

    /**
     * Returns true if it never puts a mapping, but a tree with locks at its leaves foresees one.
     */
    boolean mightHavePut() {
      return compareTo(REPLACE) >= 0 && compareTo(PUT) < 0;
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void firstKey_naturalOrder_decidesOnTheClassWherePromised(MapUnderTest kind) {
    for (FirstCall first : FirstCall.values()) {
      AbstractConcurrentNavigableMap<Object, Object> map = kind.ofOrder(null);
      boolean decides =
          first.compareTo(FirstCall.PUT) >= 0
              || (first.mightHavePut() && map instanceof ContentionAdaptingTreeMap);

      try {
        first.call.accept(map);
      } catch (IllegalStateException | NullPointerException e) {
        assertThat(map).isEmpty();
      }
      map.clear();

      if (decides) {
        assertThatThrownBy(() -> map.put(1, 1))
            .as("%s", first)
            .isInstanceOf(ClassCastException.class);
      } else {
        assertThat(map.put(1, 1)).as("%s", first).isNull();
      }
      map.validate();
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void comparator_thatSeesLessThanEquals_decides(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<String, Integer> map =
        kind.ofOrder(String.CASE_INSENSITIVE_ORDER);

    map.put("Key", 1);
    map.merge("KEY", 2, Integer::sum);

    assertThat(map.get("key")).isEqualTo(3);
    assertThat(map).hasToString("{Key=3}");
    assertThat(map.comparator()).isSameAs(String.CASE_INSENSITIVE_ORDER);
  }

  // Views.

  @ParameterizedTest
  @MethodSource(ORDERED)
  void view_keyOutsideOfItsRange_isNotThereAndCannotBePut(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 10);
    for (ConcurrentNavigableMap<Long, Long> view :
        List.of(map.subMap(3L, 6L), map.descendingMap().subMap(5L, true, 3L, true))) {
      for (Long outside : new Long[] {2L, 6L}) {
        assertThat(view.get(outside)).isNull();
        assertThat(view.remove(outside)).isNull();
        assertThat(view.replace(outside, 0L)).isNull();
        assertThat(view.computeIfPresent(outside, (k, v) -> 0L)).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> view.put(outside, 0L));
        assertThatIllegalArgumentException().isThrownBy(() -> view.putIfAbsent(outside, 0L));
        assertThatIllegalArgumentException().isThrownBy(() -> view.merge(outside, 0L, Long::sum));
        assertThatIllegalArgumentException().isThrownBy(() -> view.compute(outside, (k, v) -> 0L));
        assertThatIllegalArgumentException().isThrownBy(() -> view.headMap(outside, true));
      }
    }
    assertThat(map).isEqualTo(doubles(kind, 10));
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void subMap_endsInTheWrongOrder_isRefused(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 10);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> map.subMap(6L, 3L))
        .withMessage("fromKey: above toKey (expected: at most toKey)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> map.descendingMap().subMap(3L, 6L))
        .withMessage("fromKey: behind toKey (expected: not behind it)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> map.forEachInRange(6L, true, 3L, true, (k, v) -> {}));
    assertThat(map.subMap(3L, 3L)).isEmpty();
    assertThat(map.subMap(3L, true, 3L, true)).isEqualTo(Map.of(3L, 6L));
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void firstKey_emptyViewOrMap_throws(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 3);

    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(() -> map.tailMap(3L).firstKey());
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(() -> kind.ofOrder(null).lastKey());
    assertThat(map.tailMap(3L).pollFirstEntry()).isNull();
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void entries_ofNeighboursAndEnds_cannotBeSet(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 3);

    for (Map.Entry<Long, Long> entry :
        List.of(
            Objects.requireNonNull(map.firstEntry()),
            Objects.requireNonNull(map.higherEntry(0L)),
            Objects.requireNonNull(map.descendingMap().pollFirstEntry()))) {
      assertThatThrownBy(() -> entry.setValue(0L))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void entriesAfter_ofAView_staysInIt(MapUnderTest kind) {
    CursorMap<Long, Long> view =
        (CursorMap<Long, Long>) doubles(kind, 10).subMap(3L, 7L).descendingMap();
    List<Long> keys = new ArrayList<>();

    view.entriesAfter(5L).forEachRemaining(entry -> keys.add(entry.getKey()));

    assertThat(keys).containsExactly(4L, 3L);
    assertThat(view.entriesAfter(100L)).toIterable().hasSize(4);
    assertThat(view.entriesAfter(1L).hasNext()).isFalse();
    assertThat(view.firstKeyOrNull()).isEqualTo(6L);
    assertThat(view.keyAfter(3L)).isNull();
  }

  // Streams.

  @ParameterizedTest
  @MethodSource(ORDERED)
  void spliterators_anyDirection_tellTheirOrder(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 10);
    Spliterator<Long> natural = map.keySet().spliterator();
    NavigableSet<Long> descending = map.descendingKeySet();

    assertThat(natural.hasCharacteristics(Spliterator.SORTED | Spliterator.ORDERED)).isTrue();
    assertThat(natural.getComparator()).isNull();
    assertThat(descending.spliterator().getComparator().compare(1L, 2L)).isPositive();
    assertThat(descending.comparator().compare(1L, 2L)).isPositive();
    assertThat(
            map.descendingMap()
                .entrySet()
                .spliterator()
                .getComparator()
                .compare(Map.entry(1L, 9L), Map.entry(2L, 0L)))
        .isPositive();
    assertThatIllegalStateException().isThrownBy(() -> map.values().spliterator().getComparator());
    assertThat(descending.stream().sorted(Comparator.reverseOrder()).toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void parallelStream_ofRanges_keepsOrderAndComesToAll(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 20_000);
    for (long[] range : new long[][] {{0, 20_000}, {1, 3}, {777, 15_001}, {19_990, 30_000}}) {
      List<Long> expected = LongStream.range(range[0], Math.min(20_000, range[1])).boxed().toList();
      NavigableMap<Long, Long> part = map.subMap(range[0], range[1]);

      assertThat(part.keySet().parallelStream().toList()).isEqualTo(expected);
      assertThat(part.values().parallelStream().mapToLong(value -> value / 2).sum())
          .isEqualTo(expected.stream().mapToLong(key -> key).sum());
      assertThat(part.descendingMap().keySet().parallelStream().toList())
          .isSortedAccordingTo(Comparator.reverseOrder())
          .hasSameSizeAs(expected);
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void trySplit_anyRange_handsOverWhatComesFirst(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 5_000);
    for (boolean descending : new boolean[] {false, true}) {
      NavigableMap<Long, Long> view = descending ? map.descendingMap() : map;
      Spliterator<Long> rest = view.keySet().spliterator();
      Spliterator<Long> first = rest.trySplit();
      List<Long> keys = new ArrayList<>();

      assertThat(first).isNotNull();
      first.forEachRemaining(keys::add);
      assertThat(keys).hasSizeBetween(500, 4_500);
      rest.forEachRemaining(keys::add);

      assertThat(keys).containsExactlyElementsOf(view.keySet());
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void trySplit_rangesOfAllPlaces_comesToAnEnd(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 1_000);
    for (long from = 0; from < 1_000; from += 9) {
      List<Spliterator<Long>> parts = new ArrayList<>();
      parts.add(map.subMap(from, from + 60).keySet().spliterator());
      for (int i = 0; i < parts.size(); i++) {
        Spliterator<Long> part;
        while ((part = parts.get(i).trySplit()) != null) {
          parts.add(part);
        }
      }
      long[] count = new long[1];
      parts.forEach(part -> part.forEachRemaining(key -> count[0]++));

      assertThat(count[0]).isEqualTo(Math.min(60, 1_000 - from));
      assertThat(parts).hasSizeLessThan(60);
    }
  }

  // At one moment.

  @ParameterizedTest
  @MethodSource(ORDERED)
  void forEachInRange_mapChangedByTheAction_givesWhatWasThere(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 100);
    List<Long> seen = new ArrayList<>();

    map.forEachInRange(
        10L,
        false,
        20L,
        true,
        (key, value) -> {
          seen.add(value / 2);
          map.remove(key + 1);
          map.put(key, 0L);
        });

    assertThat(seen).isEqualTo(LongStream.rangeClosed(11, 20).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#atomicRanges")
  void rangeFunctions_thatThrowOrChangeTheMap_changeNothing(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 100);
    ConcurrentNavigableMap<Long, Long> range = map.subMap(10L, 90L);
    IllegalArgumentException thrown = new IllegalArgumentException();

    assertThatThrownBy(() -> range.replaceAll((key, value) -> value + oneUnless(key == 50, thrown)))
        .isSameAs(thrown);
    assertThatThrownBy(() -> range.values().removeIf(value -> oneUnless(value == 100, thrown) == 1))
        .isSameAs(thrown);
    assertThatIllegalStateException()
        .isThrownBy(() -> range.replaceAll((key, value) -> map.remove(5L)));
    assertThatIllegalStateException()
        .isThrownBy(() -> range.entrySet().removeIf(entry -> map.put(5L, 5L) != null));

    assertThat(map).isEqualTo(doubles(kind, 100));
    map.validate();
  }

  private static long oneUnless(boolean bad, RuntimeException thrown) {
    if (bad) {
      throw thrown;
    }
    return 1;
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void clear_viewBetweenEqualEndsThatAreExcluded_removesNothing(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 64);

    map.tailMap(7L, false).headMap(7L, false).clear();
    map.subMap(7L, 7L).clear();

    assertThat(map).isEqualTo(doubles(kind, 64));
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#atomicRanges")
  void rangeChanges_anyRange_leaveTheRest(MapUnderTest kind) {
    for (long from = 0; from < 64; from += 5) {
      for (long to = from; to < 64; to += 7) {
        AbstractConcurrentNavigableMap<Long, Long> map = doubles(kind, 64);
        ConcurrentNavigableMap<Long, Long> range = map.subMap(from, false, to, true);
        long size = to - from;

        assertThat(range.keySet()).hasSize((int) size);
        range.replaceAll((key, value) -> -key);
        assertThat(map.reduceToLong(Long.MAX_VALUE, (k, v) -> v < 0 ? 1 : 0, 0, Long::sum))
            .isEqualTo(size);
        range.values().removeIf(value -> value % 3 == 0);
        map.validate();
        range.clear();
        map.validate();

        assertThat(map.mappingCount()).isEqualTo(64 - size);
        assertThat(range).isEmpty();
      }
    }
  }
}
