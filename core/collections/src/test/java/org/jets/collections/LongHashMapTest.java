package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a {@link LongHashMap} beyond its view as a map, which is tested as all maps are. */
class LongHashMapTest {
  private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;
  private static final long PATIENCE_SECONDS = 60;

  private final LongHashMap<String> map = new LongHashMap<>(0, MULTIPLIER);

  /** The key that has a hash. */
  private static long keyOf(long hash) {
    long inverse = MULTIPLIER;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - MULTIPLIER * inverse;
    }
    return hash * inverse;
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
    map.view().validate();
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
    map.view().validate();
  }

  @Test
  void put_boxedValuesAndIntegerKeys_isNotAmbiguous() {
    LongHashMap<Long> numbers = new LongHashMap<>();
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
    map.asMap().put(2L, "two");

    assertThat(map.asMap()).isSameAs(map.asMap()).isEqualTo(Map.of(1L, "one", 2L, "two"));
    assertThat(map.get(2)).isEqualTo("two");
    assertThat(map.size()).isEqualTo(2);
    assertThat(map.values()).containsExactlyInAnyOrder("one", "two");
    assertThat(map.values().removeIf("two"::equals)).isTrue();
    assertThat(map).hasToString("{1=one}");
    assertThat(map.hashCode()).isEqualTo(Map.of(1L, "one").hashCode());
  }

  @Test
  void equals_equalMappingsInAnotherOrder_isTrue() {
    LongHashMap<String> other = new LongHashMap<>(1000);
    for (long key = 0; key < 100; key++) {
      map.put(key, "v" + key);
      other.put(99 - key, "v" + (99 - key));
    }

    assertThat(map).isEqualTo(other).hasSameHashCodeAs(other);
    other.put(5, "other");
    assertThat(map).isNotEqualTo(other).isNotEqualTo(other.asMap());
  }

  @Test
  void copy_laterChanges_areNotInIt() {
    for (long key = 0; key < 1000; key++) {
      map.put(key, "v" + key);
    }
    LongHashMap<String> copy = map.copy();
    LongHashMap<String> same = map.copy();

    map.put(5, "other");
    copy.put(6, "another");
    copy.remove(7);

    assertThat(same.get(5)).isEqualTo("v5");
    assertThat(copy.get(5)).isEqualTo("v5");
    assertThat(map.get(6)).isEqualTo("v6");
    assertThat(map.get(7)).isEqualTo("v7");
    assertThat(same.size()).isEqualTo(1000);
    copy.view().validate();
  }

  @Test
  void computeIfAbsent_inACallback_isRefusedForAKeyWithoutAValueAlone() {
    map.put(1, "one");

    assertThatIllegalStateException()
        .isThrownBy(() -> map.merge(1, "x", (a, b) -> map.computeIfAbsent(3, key -> "three")));
    assertThatIllegalStateException()
        .isThrownBy(
            () -> map.merge(1, "x", (a, b) -> map.asMap().computeIfAbsent(3L, key -> "three")));

    assertThat(map.compute(1, (key, value) -> map.computeIfAbsent(1, same -> "other") + "!"))
        .isEqualTo("one!");
    assertThat(
            map.compute(1, (key, value) -> map.asMap().computeIfAbsent(1L, same -> "other") + "!"))
        .isEqualTo("one!!");
    assertThat(map.size()).isEqualTo(1);
    map.view().validate();
  }

  @Test
  void arguments_nullOrNegative_areRefused() {
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
            () -> map.keySpliterator().forEachRemaining((java.util.function.LongConsumer) null));

    calls.forEach(call -> assertThatNullPointerException().isThrownBy(call));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LongHashMap<>(-1))
        .withMessageContaining("initialCapacity: -1");
    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void keys_iteratorSpliteratorAndStream_giveEachOnce() {
    long[] keys = LongStream.range(-500, 500).map(n -> n * 1_000_003).toArray();
    for (long key : keys) {
      map.put(key, "v");
    }

    List<Long> iterated = new ArrayList<>();
    map.keyIterator().forEachRemaining((long key) -> iterated.add(key));
    List<Long> consumed = new ArrayList<>();
    map.forEach((key, value) -> consumed.add(key));
    Spliterator.OfLong second = map.keySpliterator();
    Spliterator.OfLong first = second.trySplit();
    List<Long> split = new ArrayList<>();
    first.forEachRemaining((long key) -> split.add(key));
    int inFirst = split.size();
    boolean goesOn = true;
    while (goesOn) {
      goesOn = second.tryAdvance((long key) -> split.add(key));
    }

    assertThat(map.keyStream().sorted().toArray()).isEqualTo(keys);
    assertThat(iterated).hasSize(1000).containsExactlyInAnyOrderElementsOf(consumed);
    assertThat(split).containsExactlyInAnyOrderElementsOf(consumed);
    assertThat(inFirst).isBetween(400, 600);
  }

  @Test
  void toString_mapInItself_isCut() {
    LongHashMap<Object> nested = new LongHashMap<>(0, MULTIPLIER);
    nested.put(1, nested);

    assertThat(nested).hasToString("{1=(this Map)}");
    assertThat(nested.values()).hasToString("[{1=(this Map)}]");
    nested.put(1, nested.asMap());
    assertThat(nested).hasToString("{1=(this Map)}");
  }

  /** Tries at each depth, from the greatest on, until there is room to copy a bucket. */
  private static boolean hasNextWithLittleStack(PrimitiveIterator.OfLong keys, int depth) {
    try {
      return depth == Integer.MAX_VALUE || hasNextWithLittleStack(keys, depth + 1);
    } catch (StackOverflowError e) {
      return keys.hasNext();
    }
  }

  @Test
  void keyIterator_stackOverflowsInTheMiddleOfABucket_givesEachKeyOnce() {
    int count = 2_000;
    for (int hash = 1; hash <= count; hash++) {
      map.put(keyOf(hash), "v");
    }
    PrimitiveIterator.OfLong keys = map.keyIterator();
    List<Long> found = new ArrayList<>();

    while (found.isEmpty() ? hasNextWithLittleStack(keys, 0) : keys.hasNext()) {
      found.add(keys.nextLong());
    }

    assertThat(found).hasSize(count).doesNotHaveDuplicates();
  }

  @Test
  void keyIterator_remove_removesTheLast() {
    for (long key = 0; key < 100; key++) {
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

    assertThatThrownBy(keys::nextLong).isInstanceOf(NoSuchElementException.class);
    assertThat(map.keyStream().sorted().toArray())
        .isEqualTo(LongStream.range(0, 50).map(n -> 2 * n + 1).toArray());
  }

  /** Keys of neighbouring hashes, of which a bucket has 7: the others are in its treap. */
  @ParameterizedTest
  @ValueSource(longs = {0, -4000, 1L << 62, Long.MIN_VALUE})
  void operations_keysOfOneBucket_doWhatAHashMapDoes(long firstHash) {
    SplittableRandom random = new SplittableRandom(firstHash);
    Map<Long, String> model = new HashMap<>();
    int steps = TestScale.count(20_000);

    for (int i = 0; i < steps; i++) {
      long key = keyOf(firstHash + random.nextInt(i < steps / 2 ? 4000 : 12));
      String value = "v" + i;
      switch (random.nextInt(5)) {
        case 0 -> assertThat(map.put(key, value)).isEqualTo(model.put(key, value));
        case 1 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case 2 -> assertThat(map.replace(key, value)).isEqualTo(model.replace(key, value));
        case 3 ->
            assertThat(map.merge(key, value, (a, b) -> null))
                .isEqualTo(model.merge(key, value, (a, b) -> null));
        default -> assertThat(map.get(key)).isEqualTo(model.get(key));
      }
    }

    assertThat(map.asMap()).isEqualTo(model);
    map.view().validate();
  }

  /** Without trees a hundred thousand keys of one bucket would take minutes. */
  @Test
  void operations_manyKeysOfOneBucket_stayUsable() {
    int count = TestScale.count(100_000);
    for (int hash = 1; hash <= count; hash++) {
      map.put(keyOf(hash), "v");
    }
    assertThat(map.mappingCount()).isEqualTo(count);
    for (int hash = 1; hash <= count; hash++) {
      assertThat(map.remove(keyOf(hash))).isEqualTo("v");
    }
    map.view().validate();
  }

  /** A function that runs, its end, and the thread that it keeps. */
  private final class HeldKey implements AutoCloseable {
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Future<String> result;

    HeldKey(long key) throws InterruptedException {
      result =
          executor.submit(
              () ->
                  map.compute(
                      key,
                      (same, old) -> {
                        begun.countDown();
                        try {
                          assertThat(end.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
                        } catch (InterruptedException e) {
                          throw new AssertionError(e);
                        }
                        return old + "+";
                      }));
      assertThat(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    String finish() throws Exception {
      end.countDown();
      return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      end.countDown();
      executor.shutdown();
    }
  }

  /** Hashes of the first quarter share no bucket with one of the last, however few there are. */
  private static long otherKey(long number) {
    return keyOf((number * 0x5851_f42d_4c95_7f2dL) >>> 2);
  }

  private static final long HELD_KEY = keyOf(3L << 62);

  @Test
  void updates_besideAFunctionThatRuns_growAndShrinkAndKeepItsKey() throws Exception {
    map.put(HELD_KEY, "held");
    try (HeldKey held = new HeldKey(HELD_KEY)) {
      for (long number = 1; number <= 2_000; number++) {
        map.put(otherKey(number), "v");
      }
      assertThat(map.get(HELD_KEY)).isEqualTo("held");
      assertThat(map.size()).isEqualTo(2_001);
      assertThat(map.keyStream().count()).isEqualTo(2_001);
      for (long number = 1; number <= 1_000; number++) {
        assertThat(map.remove(otherKey(number))).isEqualTo("v");
      }
      assertThat(held.finish()).isEqualTo("held+");
    }

    assertThat(map.get(HELD_KEY)).isEqualTo("held+");
    for (long number = 1; number <= 2_000; number++) {
      map.put(otherKey(number), "w");
    }
    assertThat(map.size()).isEqualTo(2_001);
    map.view().validate();
  }

  @Test
  void clear_besideAFunctionThatRuns_countsItAsDoneBefore() throws Exception {
    map.put(HELD_KEY, "held");
    try (HeldKey held = new HeldKey(HELD_KEY)) {
      map.clear();

      assertThat(map.get(HELD_KEY)).isNull();
      assertThat(held.finish()).isEqualTo("held+");
    }
    assertThat(map.isEmpty()).isTrue();
    assertThat(map.get(HELD_KEY)).isNull();
    map.view().validate();
  }

  @Test
  void update_interruptedWhileItWaits_isDoneAndStaysInterrupted() throws Exception {
    map.put(HELD_KEY, "held");
    try (HeldKey held = new HeldKey(HELD_KEY)) {
      boolean[] isInterrupted = new boolean[1];
      Thread waiting =
          new Thread(
              () -> {
                Thread.currentThread().interrupt();
                map.put(HELD_KEY, "other");
                isInterrupted[0] = Thread.currentThread().isInterrupted();
              });
      waiting.start();
      assertThat(held.finish()).isEqualTo("held+");
      waiting.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      assertThat(isInterrupted[0]).isTrue();
    }
    assertThat(map.get(HELD_KEY)).isEqualTo("other");
  }

  @Test
  void get_whileKeysComeAndGo_findsThoseThatStayWithTheirValues() throws Exception {
    LongHashMap<Long> numbers = new LongHashMap<>();
    int staying = 500;
    for (long key = 0; key < staying; key++) {
      numbers.put(key, key);
    }
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      int rounds = TestScale.count(100);
      Future<?> writer =
          executor.submit(
              () -> {
                for (int round = 0; round < rounds; round++) {
                  for (long key = staying; key < 20L * staying; key++) {
                    numbers.put(key, key);
                  }
                  for (long key = staying; key < 20L * staying; key++) {
                    numbers.remove(key);
                  }
                }
              });
      Future<?> reader =
          executor.submit(
              () -> {
                SplittableRandom random = new SplittableRandom(1);
                while (!writer.isDone()) {
                  long key = random.nextLong(20L * staying);
                  Long value = numbers.get(key);
                  if (value == null ? key < staying : value != key) {
                    throw new AssertionError("key " + key + ": " + value);
                  }
                }
              });
      writer.get();
      reader.get();
    } finally {
      executor.shutdown();
    }
    assertThat(numbers.size()).isEqualTo(staying);
    numbers.view().validate();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytes_fewKeysAreLeftOfMany_areThoseOfASmallTable(boolean isByView) {
    LongMapView<Long> numbers = (LongMapView<Long>) new LongHashMap<Long>().view();
    int many = TestScale.count(1 << 17);
    for (long key = 0; key < many; key++) {
      numbers.put(key, key);
    }
    assertThat(numbers.table.bytes()).isGreaterThan(15L * many);

    if (isByView) {
      numbers.keySet().removeIf(key -> key >= 10);
    } else {
      for (long key = 10; key < many; key++) {
        numbers.remove(key);
      }
    }

    assertThat(numbers.size()).isEqualTo(10);
    assertThat(numbers.table.bytes()).isLessThan(4_096);
  }

  /** The page of the map names this number. */
  @Test
  void bytes_randomKeys_areTwentyOneForAnEntryOnAverage() {
    SplittableRandom random = new SplittableRandom(7);
    LongMapView<Long> numbers = (LongMapView<Long>) new LongHashMap<Long>().view();
    Long value = 1L;
    long least = 1 << 15;
    double sum = 0;
    int samples = 0;
    while (numbers.mappingCount() < 2 * least) {
      numbers.put(random.nextLong(), value);
      if (numbers.mappingCount() >= least && numbers.mappingCount() % (least / 16) == 0) {
        sum += (double) numbers.table.bytes() / numbers.mappingCount();
        samples++;
      }
    }

    assertThat(samples).isGreaterThan(15);
    assertThat(sum / samples).isBetween(19.0, 21.5);
  }
}
