package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.testkit.ScaledProperties;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests a {@link LongTreeMap} beyond what all maps are tested for, beside a {@link TreeMap}. */
@AddLifecycleHook(ScaledProperties.class)
class LongTreeMapTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final long[] EDGES = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final LongTreeMap<String> map = newMap();

  /** Splits and joins for little reason. */
  private static <V> LongTreeMap<V> newMap() {
    return new LongTreeMap<>(MapUnderTest.restless(SequentialContainer.B_PLUS_TREE));
  }

  private static OptionalLong optional(@Nullable Long key) {
    return key == null ? OptionalLong.empty() : OptionalLong.of(key);
  }

  @Test
  void methods_ofALong_doWhatThoseOfAMapDo() {
    assertThat(map.put(1, "one")).isNull();
    assertThat(map.put(1, "uno")).isEqualTo("one");
    assertThat(map.get(1)).isEqualTo("uno");
    assertThat(map.get(2)).isNull();
    assertThat(map.containsKey(1)).isTrue();
    assertThat(map.containsKey(2)).isFalse();
    assertThat(map.getOrDefault(1, "none")).isEqualTo("uno");
    assertThat(map.getOrDefault(2, "none")).isEqualTo("none");
    assertThat(map.putIfAbsent(1, "other")).isEqualTo("uno");
    assertThat(map.putIfAbsent(2, "two")).isNull();
    assertThat(map.replace(3, "three")).isNull();
    assertThat(map.replace(2, "due")).isEqualTo("two");
    assertThat(map.replace(2, "two", "deux")).isFalse();
    assertThat(map.replace(2, "due", "deux")).isTrue();
    assertThat(map.remove(2, "due")).isFalse();
    assertThat(map.remove(2, null)).isFalse();
    assertThat(map.remove(2, "deux")).isTrue();
    assertThat(map.remove(2)).isNull();
    assertThat(map.remove(1)).isEqualTo("uno");
    assertThat(map.isEmpty()).isTrue();
    map.asMap().validate();
  }

  @Test
  void compute_andItsKin_giveTheKeyAsALong() {
    assertThat(map.computeIfAbsent(7, key -> key == 7 ? "a" : "wrong")).isEqualTo("a");
    assertThat(map.computeIfAbsent(7, key -> "b")).isEqualTo("a");
    assertThat(map.computeIfAbsent(8, key -> null)).isNull();
    assertThat(map.computeIfPresent(8, (key, value) -> "c")).isNull();
    assertThat(map.computeIfPresent(7, (key, value) -> value + key)).isEqualTo("a7");
    assertThat(map.compute(7, (key, value) -> value + key)).isEqualTo("a77");
    assertThat(map.compute(8, (key, value) -> value == null ? "d" : "wrong")).isEqualTo("d");
    assertThat(map.compute(8, (key, value) -> null)).isNull();
    assertThat(map.computeIfPresent(7, (key, value) -> null)).isNull();
    assertThat(map.merge(7, "e", (a, b) -> "wrong")).isEqualTo("e");
    assertThat(map.merge(7, "f", (a, b) -> a + b)).isEqualTo("ef");
    assertThat(map.merge(7, "g", (a, b) -> null)).isNull();
    assertThat(map.mappingCount()).isZero();
    map.asMap().validate();
  }

  @Test
  void put_boxedValuesAndIntegerKeys_isNotAmbiguous() {
    LongTreeMap<Long> numbers = new LongTreeMap<>();
    Integer key = 7;

    numbers.put(7, 1L);
    numbers.merge(key, 2L, Long::sum);

    assertThat(numbers.get(key)).isEqualTo(3);
    assertThat(numbers.asMap().get(7L)).isEqualTo(3);
    assertThat(numbers.remove(key)).isEqualTo(3);
  }

  @Test
  void asMap_changesOnEitherSide_areOnBoth() {
    map.put(1, "one");
    ConcurrentNavigableMap<Long, String> view = map.asMap();
    view.put(2L, "two");

    assertThat(map.asMap()).isSameAs(view).isEqualTo(Map.of(1L, "one", 2L, "two"));
    assertThat(map.get(2)).isEqualTo("two");
    assertThat(map.size()).isEqualTo(2);
    assertThat(view.descendingMap().firstKey()).isEqualTo(2);
    assertThat(map.values()).containsExactly("one", "two");
    assertThat(map.values().removeIf("two"::equals)).isTrue();
    assertThat(map).hasToString("{1=one}");
    assertThat(map.hashCode()).isEqualTo(Map.of(1L, "one").hashCode());
    assertThat(view.subMap(0L, 2L).pollFirstEntry()).isEqualTo(Map.entry(1L, "one"));
    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void asMap_keyOfAnotherClass_isRefused() {
    @SuppressWarnings("unchecked") // As a caller that knows no better.
    Map<Object, Object> view = (Map<Object, Object>) (Map<?, ?>) map.asMap();
    map.put(7, "seven");

    assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> view.put(7, "other"));
    assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> view.get("7"));
    assertThat(map).hasToString("{7=seven}");
  }

  @Test
  void equals_equalMappingsInAnotherOrder_isTrue() {
    LongTreeMap<String> other = new LongTreeMap<>();
    for (long key = 0; key < 100; key++) {
      map.put(key, "v" + key);
      other.put(99 - key, "v" + (99 - key));
    }

    assertThat(map).isEqualTo(other).hasSameHashCodeAs(other);
    other.put(5, "other");
    assertThat(map).isNotEqualTo(other).isNotEqualTo(other.asMap());
  }

  @Test
  void toString_mapInItself_isCut() {
    LongTreeMap<Object> nested = new LongTreeMap<>();
    nested.put(1, nested);

    assertThat(nested).hasToString("{1=(this Map)}");
    nested.put(1, nested.asMap());
    assertThat(nested).hasToString("{1=(this Map)}");
  }

  @Test
  void arguments_wrong_areRefused() {
    List<ThrowingCallable> calls =
        List.of(
            () -> map.put(1, null),
            () -> map.putIfAbsent(1, null),
            () -> map.replace(1, null),
            () -> map.replace(1, null, "a"),
            () -> map.replace(1, "a", null),
            () -> map.merge(1, null, (a, b) -> a),
            () -> map.merge(1, "a", null),
            () -> map.compute(1, null),
            () -> map.computeIfAbsent(1, null),
            () -> map.computeIfPresent(1, null),
            () -> map.forEach(null),
            () -> map.forEachInRange(1, true, 2, true, null),
            () -> map.forEachInRangeDescending(1, true, 2, true, null),
            () -> map.findFirst(null),
            () -> map.findLast(null),
            () -> map.findFloor(1, null),
            () -> map.pollFirst(null),
            () -> map.pollLast(null),
            () -> map.keySpliterator().forEachRemaining((LongConsumer) null),
            () -> new LongTreeMap<>(null));

    calls.forEach(call -> assertThatNullPointerException().isThrownBy(call));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new LongTreeMap<>(
                    ContentionAdaptingOptions.defaults()
                        .withContainer(SequentialContainer.AVL_TREE)))
        .withMessageContaining("container: AVL_TREE");
    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void neighbours_ofEdges_areThoseOfATreeMap() {
    NavigableMap<Long, String> model = new TreeMap<>();
    for (int present = 0; present < 1 << EDGES.length; present++) {
      map.clear();
      model.clear();
      for (int i = 0; i < EDGES.length; i++) {
        if ((present >> i & 1) != 0) {
          map.put(EDGES[i], "v" + i);
          model.put(EDGES[i], "v" + i);
        }
      }
      assertThat(map.firstKey()).isEqualTo(optional(model.isEmpty() ? null : model.firstKey()));
      assertThat(map.lastKey()).isEqualTo(optional(model.isEmpty() ? null : model.lastKey()));
      assertThat(found(map::findFirst)).isEqualTo(model.firstEntry());
      assertThat(found(map::findLast)).isEqualTo(model.lastEntry());
      for (long key : EDGES) {
        assertThat(map.get(key)).isEqualTo(model.get(key));
        assertThat(map.lowerKey(key)).isEqualTo(optional(model.lowerKey(key)));
        assertThat(map.floorKey(key)).isEqualTo(optional(model.floorKey(key)));
        assertThat(map.ceilingKey(key)).isEqualTo(optional(model.ceilingKey(key)));
        assertThat(map.higherKey(key)).isEqualTo(optional(model.higherKey(key)));
        assertThat(found(action -> map.findLower(key, action))).isEqualTo(model.lowerEntry(key));
        assertThat(found(action -> map.findFloor(key, action))).isEqualTo(model.floorEntry(key));
        assertThat(found(action -> map.findCeiling(key, action)))
            .isEqualTo(model.ceilingEntry(key));
        assertThat(found(action -> map.findHigher(key, action))).isEqualTo(model.higherEntry(key));
      }
    }
    map.asMap().validate();
  }

  /** The mapping with which a method calls its action; null if it returns false. */
  private static Map.@Nullable Entry<Long, String> found(
      Predicate<LongObjectConsumer<String>> method) {
    List<Map.Entry<Long, String>> found = new ArrayList<>();
    boolean isFound = method.test((key, value) -> found.add(Map.entry(key, value)));
    assertThat(found).hasSize(isFound ? 1 : 0);
    return isFound ? found.get(0) : null;
  }

  @Test
  void poll_manyKeys_removesFromBothEnds() {
    NavigableMap<Long, String> model = new TreeMap<>();
    for (long key = 0; key < 500; key++) {
      map.put(key * 3, "v" + key);
      model.put(key * 3, "v" + key);
    }
    while (!model.isEmpty()) {
      assertThat(map.firstKey()).hasValue(model.firstKey());
      assertThat(map.lastKey()).hasValue(model.lastKey());
      assertThat(found(map::pollFirst)).isEqualTo(model.pollFirstEntry());
      assertThat(found(map::pollLast)).isEqualTo(model.pollLastEntry());
    }
    assertThat(found(map::pollFirst)).isNull();
    assertThat(found(map::pollLast)).isNull();
    assertThat(map.firstKey()).isEmpty();
    map.asMap().validate();
  }

  @Test
  void poll_actionThatThrows_hasRemovedTheMapping() {
    map.put(1, "a");
    map.put(2, "b");

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                map.pollFirst(
                    (key, value) -> {
                      throw new IllegalStateException(value);
                    }))
        .withMessage("a");

    assertThat(map.asMap()).isEqualTo(Map.of(2L, "b"));
  }

  private static String text(
      LongTreeMap<String> map, long from, boolean fromInclusive, long to, boolean toInclusive) {
    StringBuilder text = new StringBuilder();
    map.forEachInRange(
        from,
        fromInclusive,
        to,
        toInclusive,
        (key, value) -> text.append(key).append('=').append(value).append(' '));
    return text.toString();
  }

  private static String text(NavigableMap<Long, String> part) {
    StringBuilder text = new StringBuilder();
    part.forEach((key, value) -> text.append(key).append('=').append(value).append(' '));
    return text.toString();
  }

  private static List<Long> list(PrimitiveIterator.OfLong keys) {
    List<Long> list = new ArrayList<>();
    keys.forEachRemaining((LongConsumer) list::add);
    return list;
  }

  @Test
  void ranges_betweenEdges_areThoseOfATreeMap() {
    NavigableMap<Long, String> model = new TreeMap<>();
    for (int i = 0; i < EDGES.length; i++) {
      map.put(EDGES[i], "v" + i);
      model.put(EDGES[i], "v" + i);
    }

    for (long from : EDGES) {
      for (long to : EDGES) {
        for (int ends = 0; ends < 4; ends++) {
          boolean fromInclusive = (ends & 1) != 0;
          boolean toInclusive = (ends & 2) != 0;
          if (from > to) {
            assertThatIllegalArgumentException()
                .isThrownBy(() -> text(map, from, fromInclusive, to, toInclusive));
            assertThatIllegalArgumentException()
                .isThrownBy(() -> map.countInRange(from, fromInclusive, to, toInclusive));
            assertThatIllegalArgumentException()
                .isThrownBy(
                    () ->
                        map.forEachInRangeDescending(
                            from, fromInclusive, to, toInclusive, (key, value) -> {}));
            assertThatIllegalArgumentException()
                .isThrownBy(() -> map.keyIterator(from, fromInclusive, to, toInclusive));
            assertThatIllegalArgumentException()
                .isThrownBy(() -> map.removeRange(from, fromInclusive, to, toInclusive));
            continue;
          }
          NavigableMap<Long, String> part = model.subMap(from, fromInclusive, to, toInclusive);
          assertThat(text(map, from, fromInclusive, to, toInclusive)).isEqualTo(text(part));
          assertThat(map.countInRange(from, fromInclusive, to, toInclusive)).isEqualTo(part.size());
          List<Map.Entry<Long, String>> descending = new ArrayList<>();
          map.forEachInRangeDescending(
              from,
              fromInclusive,
              to,
              toInclusive,
              (key, value) -> descending.add(Map.entry(key, value)));
          assertThat(descending).isEqualTo(List.copyOf(part.descendingMap().entrySet()));
          assertThat(list(map.keyIterator(from, fromInclusive, to, toInclusive)))
              .isEqualTo(new ArrayList<>(part.keySet()));
          LongTreeMap<String> copy = map.copy();
          copy.removeRange(from, fromInclusive, to, toInclusive);
          NavigableMap<Long, String> rest = new TreeMap<>(model);
          rest.keySet().removeAll(new ArrayList<>(part.keySet()));
          assertThat(copy.asMap()).isEqualTo(rest);
          copy.asMap().validate();
        }
      }
    }
    assertThat(map.asMap()).isEqualTo(model);
  }

  @Test
  void keys_iteratorSpliteratorAndStream_areInOrder() {
    long[] keys = LongStream.range(-5000, 5000).map(n -> n * 1_000_003).toArray();
    for (long key : keys) {
      map.put(-key, "v");
      map.put(key, "v" + key);
    }
    long[] expected =
        LongStream.concat(LongStream.of(5_000L * 1_000_003), LongStream.of(keys))
            .sorted()
            .toArray();

    List<Long> consumed = new ArrayList<>();
    map.forEach((key, value) -> consumed.add(key));
    Spliterator.OfLong second = map.keySpliterator();
    Spliterator.OfLong first = second.trySplit();
    List<Long> split = new ArrayList<>();
    first.forEachRemaining((LongConsumer) split::add);
    int inFirst = split.size();
    boolean goesOn = true;
    while (goesOn) {
      goesOn = second.tryAdvance((LongConsumer) split::add);
    }

    assertThat(map.keyStream().toArray()).isEqualTo(expected);
    assertThat(map.keyStream().parallel().toArray()).isEqualTo(expected);
    assertThat(list(map.keyIterator()))
        .isEqualTo(LongStream.of(expected).boxed().toList())
        .isEqualTo(consumed)
        .isEqualTo(split);
    assertThat(inFirst).isBetween(1, expected.length - 1);
    assertThat(second.hasCharacteristics(Spliterator.SORTED | Spliterator.ORDERED)).isTrue();
    assertThat(second.getComparator()).isNull();
  }

  @Test
  void keyIterator_remove_removesTheLast() {
    for (long key = 0; key < 1000; key++) {
      map.put(key, "v");
    }
    PrimitiveIterator.OfLong keys = map.keyIterator();
    assertThatIllegalStateException().isThrownBy(keys::remove);

    while (keys.hasNext()) {
      if (keys.nextLong() % 2 == 0) {
        keys.remove();
        assertThatIllegalStateException().isThrownBy(keys::remove);
      }
    }

    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(keys::nextLong);
    assertThat(map.keyStream().toArray())
        .isEqualTo(LongStream.range(0, 500).map(n -> 2 * n + 1).toArray());
  }

  @Test
  void copy_laterChanges_areNotInIt() {
    for (long key = 0; key < 1000; key++) {
      map.put(key, "v" + key);
    }
    LongTreeMap<String> copy = map.copy();
    LongTreeMap<String> same = map.copy();

    map.put(5, "other");
    copy.put(6, "another");
    copy.remove(7);

    assertThat(same.get(5)).isEqualTo("v5");
    assertThat(copy.get(5)).isEqualTo("v5");
    assertThat(map.get(6)).isEqualTo("v6");
    assertThat(map.get(7)).isEqualTo("v7");
    assertThat(same.size()).isEqualTo(1000);
    copy.asMap().validate();
    same.asMap().validate();
  }

  @Test
  void callback_thatUpdates_isRefusedAndChangesNothing() {
    map.put(1, "one");

    assertThatIllegalStateException()
        .isThrownBy(() -> map.compute(1, (key, value) -> map.put(2, "two")));
    assertThatIllegalStateException()
        .isThrownBy(() -> map.merge(1, "x", (a, b) -> map.computeIfAbsent(3, key -> "three")));
    assertThatIllegalStateException()
        .isThrownBy(() -> map.computeIfAbsent(4, key -> map.remove(1)));

    assertThat(map.compute(1, (key, value) -> value + map.get(1) + map.size() + map.firstKey()))
        .isEqualTo("oneone1OptionalLong[1]");
    assertThat(map.compute(1, (key, value) -> map.computeIfAbsent(1, same -> "other") + "!"))
        .isEqualTo("oneone1OptionalLong[1]!");
    assertThat(map.size()).isEqualTo(1);
    map.asMap().validate();
  }

  private enum Operation {
    PUT,
    PUT_IF_ABSENT,
    REMOVE,
    REMOVE_MAPPING,
    REPLACE,
    REPLACE_MAPPING,
    COMPUTE,
    MERGE,
    REMOVE_RANGE,
    NEIGHBOURS,
    RANGE,
    CLEAR
  }

  private record Step(Operation operation, long key, long other, boolean flag, String value) {

    @Nullable Object runOn(LongTreeMap<String> map) {
      long low = Math.min(key, other);
      long high = Math.max(key, other);
      return switch (operation) {
        case PUT -> map.put(key, value);
        case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
        case REMOVE -> map.remove(key);
        case REMOVE_MAPPING -> map.remove(key, value);
        case REPLACE -> map.replace(key, value);
        case REPLACE_MAPPING -> map.replace(key, value, "r");
        case COMPUTE -> map.compute(key, (k, old) -> flag ? null : k + value + old);
        case MERGE -> map.merge(key, value, (a, b) -> flag ? null : b);
        case NEIGHBOURS ->
            List.of(
                map.lowerKey(key),
                map.floorKey(key),
                map.ceilingKey(key),
                map.higherKey(key),
                map.firstKey(),
                map.lastKey());
        case RANGE -> text(map, low, flag, high, !flag);
        case REMOVE_RANGE -> {
          map.removeRange(low, flag, high, !flag);
          yield map.size();
        }
        case CLEAR -> {
          map.clear();
          yield map.isEmpty();
        }
      };
    }

    @Nullable Object runOn(NavigableMap<Long, String> map) {
      long low = Math.min(key, other);
      long high = Math.max(key, other);
      return switch (operation) {
        case PUT -> map.put(key, value);
        case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
        case REMOVE -> map.remove(key);
        case REMOVE_MAPPING -> map.remove(key, value);
        case REPLACE -> map.replace(key, value);
        case REPLACE_MAPPING -> map.replace(key, value, "r");
        case COMPUTE -> map.compute(key, (k, old) -> flag ? null : k + value + old);
        case MERGE -> map.merge(key, value, (a, b) -> flag ? null : b);
        case NEIGHBOURS ->
            List.of(
                optional(map.lowerKey(key)),
                optional(map.floorKey(key)),
                optional(map.ceilingKey(key)),
                optional(map.higherKey(key)),
                optional(map.isEmpty() ? null : map.firstKey()),
                optional(map.isEmpty() ? null : map.lastKey()));
        case RANGE -> text(map.subMap(low, flag, high, !flag));
        case REMOVE_RANGE -> {
          map.subMap(low, flag, high, !flag).clear();
          yield map.size();
        }
        case CLEAR -> {
          map.clear();
          yield map.isEmpty();
        }
      };
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> keys =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(6, Arbitraries.longs().between(-100, 100)),
            net.jqwik.api.Tuple.of(1, Arbitraries.of(LongStream.of(EDGES).boxed().toList())));
    Arbitrary<Operation> operations =
        Arbitraries.frequency(
            net.jqwik.api.Tuple.of(12, Operation.PUT),
            net.jqwik.api.Tuple.of(3, Operation.PUT_IF_ABSENT),
            net.jqwik.api.Tuple.of(4, Operation.REMOVE),
            net.jqwik.api.Tuple.of(1, Operation.REMOVE_MAPPING),
            net.jqwik.api.Tuple.of(1, Operation.REPLACE),
            net.jqwik.api.Tuple.of(1, Operation.REPLACE_MAPPING),
            net.jqwik.api.Tuple.of(3, Operation.COMPUTE),
            net.jqwik.api.Tuple.of(3, Operation.MERGE),
            net.jqwik.api.Tuple.of(1, Operation.REMOVE_RANGE),
            net.jqwik.api.Tuple.of(4, Operation.NEIGHBOURS),
            net.jqwik.api.Tuple.of(4, Operation.RANGE));
    return Combinators.combine(
            operations, keys, keys, Arbitraries.of(true, false), Arbitraries.of("a", "b"))
        .as(Step::new)
        .list()
        .ofMaxSize(300);
  }

  @Property(tries = 200)
  void steps_anySequence_giveWhatATreeMapGives(@ForAll("steps") List<Step> steps) {
    LongTreeMap<String> tree = newMap();
    NavigableMap<Long, String> model = new TreeMap<>();

    for (Step step : steps) {
      assertThat(step.runOn(tree)).as("%s", step).isEqualTo(step.runOn(model));
    }

    assertThat(new ArrayList<>(tree.asMap().entrySet())).isEqualTo(List.copyOf(model.entrySet()));
    tree.asMap().validate();
  }

  @Test
  void operations_ofALong_makeNoKeys() {
    LongTreeMap<String> calm = new LongTreeMap<>();
    int size = 20_000;
    for (long key = 0; key < size; key++) {
      calm.put(key * 1_000_003, "v");
    }
    long[] allocated = new long[4];
    long[] sum = new long[1];
    for (int repeated = 0; repeated < 2; repeated++) { // The first links calls.
      allocated[0] = THREADS.getCurrentThreadAllocatedBytes();
      for (long key = 0; key < size; key++) {
        sum[0] += calm.get(key * 1_000_003) == null ? 0 : 1;
      }
      allocated[1] = THREADS.getCurrentThreadAllocatedBytes();
      for (long key = 0; key < size; key++) {
        sum[0] += calm.replace(key * 1_000_003, "w") == null ? 0 : 1;
      }
      allocated[2] = THREADS.getCurrentThreadAllocatedBytes();
      calm.forEach((key, value) -> sum[0] += 1);
      allocated[3] = THREADS.getCurrentThreadAllocatedBytes();
    }

    assertThat(sum[0]).isEqualTo(6L * size);
    assertThat(allocated[1] - allocated[0]).as("bytes of get").isLessThan(size);
    assertThat(allocated[2] - allocated[1]).as("bytes of replace").isLessThan(size);
    assertThat(allocated[3] - allocated[2]).as("bytes of forEach").isLessThan(8L * size);
  }

  /** Several levels of nodes, and leaves that are joined. */
  @Test
  void operations_manyKeys_doWhatATreeMapDoes() {
    SplittableRandom random = new SplittableRandom(7);
    NavigableMap<Long, String> model = new TreeMap<>();
    int steps = TestScale.count(200_000);

    for (int i = 0; i < steps; i++) {
      long key = random.nextLong(steps / 4) - steps / 8;
      String value = "v" + i;
      boolean grows = i / (steps / 4) % 2 == 0;
      if (random.nextInt(4) == 0 == grows) {
        assertThat(map.remove(key)).isEqualTo(model.remove(key));
      } else {
        assertThat(map.put(key, value)).isEqualTo(model.put(key, value));
      }
      assertThat(map.get(key + 1)).isEqualTo(model.get(key + 1));
    }

    assertThat(map.asMap()).isEqualTo(model);
    assertThat(map.asMap().descendingMap()).isEqualTo(model);
    map.asMap().validate();
  }

  @Test
  void get_whileKeysComeAndGo_findsThoseThatStayWithTheirValues() throws Exception {
    LongTreeMap<Long> numbers = newMap();
    int staying = 500;
    for (long key = 0; key < staying; key++) {
      numbers.put(16 * key, 16 * key);
    }
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      int rounds = TestScale.count(100);
      Future<?> writer =
          executor.submit(
              () -> {
                for (int round = 0; round < rounds; round++) {
                  for (long key = 0; key < 16L * staying; key += key % 16 == 15 ? 2 : 1) {
                    if (key % 16 != 0) {
                      numbers.put(key, key);
                    }
                  }
                  numbers.keyStream().filter(key -> key % 16 != 0).forEach(numbers::remove);
                }
              });
      Future<?> reader =
          executor.submit(
              () -> {
                SplittableRandom random = new SplittableRandom(1);
                while (!writer.isDone()) {
                  long key = 16L * random.nextInt(staying);
                  assertThat(numbers.get(key)).isEqualTo(key);
                  assertThat(numbers.ceilingKey(key)).hasValue(key);
                  long[] sum = new long[1];
                  numbers.forEachInRange(
                      key,
                      true,
                      key + 16,
                      false,
                      (found, value) -> {
                        assertThat(value).isEqualTo(found);
                        sum[0] += found % 16 == 0 ? 1 : 0;
                      });
                  assertThat(sum[0]).isEqualTo(1);
                }
              });
      writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      reader.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      executor.shutdownNow();
    }
    assertThat(numbers.size()).isEqualTo(staying);
    numbers.asMap().validate();
  }
}
