package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.lang.ref.WeakReference;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hash maps of keys that are made of their bits. */
class ExactHashingStrategyTest {
  private static final LocalDate FIRST = LocalDate.of(2000, 1, 1);

  private static final class ByDay implements ExactHashingStrategy<LocalDate> {
    @Override
    public long bits(LocalDate date) {
      return date.toEpochDay();
    }

    @Override
    public LocalDate keyOf(long bits) {
      return LocalDate.ofEpochDay(bits);
    }
  }

  /** A strategy over numbers whose answers a test can make wrong. */
  private static final class Fickle implements ExactHashingStrategy<Long> {
    Predicate<Long> isExact = key -> true;
    ToLongFunction<Long> bits = key -> key;
    LongFunction<Long> keyOf = bits -> bits;
    Predicate<Long> equal = key -> true;

    @Override
    public boolean isExact(Long key) {
      return isExact.test(key);
    }

    @Override
    public long bits(Long key) {
      return bits.applyAsLong(key);
    }

    @Override
    public Long keyOf(long bits) {
      return keyOf.apply(bits);
    }

    @Override
    public int hash(Long key) {
      return (int) (key & -4);
    }

    @Override
    public boolean equal(Long a, Long b) {
      return a.equals(b) && equal.test(a);
    }
  }

  static Stream<AbstractConcurrentMap<LocalDate, Integer>> mapsOfDates() {
    return Stream.of(
        new SplitOrderedHashMap<>(new ByDay()),
        new StripedHashMap<>(StripedOptions.defaults(), new ByDay()));
  }

  @ParameterizedTest
  @MethodSource("mapsOfDates")
  void operations_keysMadeOfBits_doWhatAHashMapDoes(AbstractConcurrentMap<LocalDate, Integer> map) {
    Map<LocalDate, Integer> model = new HashMap<>();
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < TestScale.count(20_000); i++) {
      LocalDate date = FIRST.plusDays(random.nextInt(-500, 500));
      switch (random.nextInt(i % 4000 < 2000 ? 6 : 3)) {
        case 0, 1 -> assertThat(map.remove(date)).isEqualTo(model.remove(date));
        case 2 -> assertThat(map.get(date)).isEqualTo(model.get(date));
        default ->
            assertThat(map.merge(date, i, Integer::sum))
                .isEqualTo(model.merge(date, i, Integer::sum));
      }
    }

    assertThat(map).isEqualTo(model);
    assertThat(map.keySet()).isEqualTo(model.keySet());
    map.validate();
  }

  /** Narrow and wide numbers, exact or not, several of which have one place. */
  private static long number(SplittableRandom random) {
    long low = random.nextInt(-40, 40);
    return switch (random.nextInt(4)) {
      case 0 -> low << 32;
      case 1 -> (low << 32) | random.nextInt(40);
      case 2 -> random.nextBoolean() ? Long.MIN_VALUE + random.nextInt(8) : Long.MAX_VALUE + low;
      default -> low;
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {0x9e37_79b9_7f4a_7c15L, 1, -1, 0x1_0000_0001L})
  void operations_exactAndOtherKeys_doWhatAHashMapDoes(long multiplier) {
    Fickle strategy = new Fickle();
    strategy.isExact = key -> (key & 3) != 1;
    SplitOrderedHashMap<Long, Integer> map = new SplitOrderedHashMap<>(strategy, 1, multiplier);
    Map<Long, Integer> model = new HashMap<>();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < TestScale.count(40_000); i++) {
      Long key = number(random);
      Integer value = i;
      switch (random.nextInt(i % 4000 < 2000 ? 8 : 5)) {
        case 0, 1 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case 2 -> assertThat(map.get(key)).isEqualTo(model.get(key));
        case 3 -> assertThat(map.replace(key, value)).isEqualTo(model.replace(key, value));
        case 4 ->
            assertThat(map.computeIfPresent(key, (k, v) -> v % 2 == 0 ? null : v + 1))
                .isEqualTo(model.computeIfPresent(key, (k, v) -> v % 2 == 0 ? null : v + 1));
        default -> assertThat(map.put(key, value)).isEqualTo(model.put(key, value));
      }
    }

    assertThat(new HashMap<>(map)).isEqualTo(model);
    Set<Long> reached = new HashSet<>();
    for (Long key = map.firstKeyOrNull(); key != null; key = map.keyAfter(key)) {
      assertThat(reached.add(key)).isTrue();
    }
    assertThat(reached).isEqualTo(model.keySet());
    List<Long> inOrder = new ArrayList<>(map.keySet());
    assertThat(inOrder).hasSize(model.size());
    for (int i = 0; i < inOrder.size(); i++) {
      List<Long> behind = new ArrayList<>();
      map.entriesAfter(inOrder.get(i)).forEachRemaining(entry -> behind.add(entry.getKey()));
      assertThat(behind).isEqualTo(inOrder.subList(i + 1, inOrder.size()));
    }
    map.validate();
  }

  private static WeakReference<LocalDate> put(Map<LocalDate, Integer> map, int day) {
    LocalDate date = FIRST.plusDays(1 + day);
    map.put(date, day);
    return new WeakReference<>(date);
  }

  private static boolean isFreed(List<WeakReference<LocalDate>> references) {
    System.gc();
    return references.stream().allMatch(reference -> reference.refersTo(null));
  }

  @Test
  void put_exactKeys_areNotKept() {
    Map<LocalDate, Integer> map = new SplitOrderedHashMap<>(new ByDay());
    List<WeakReference<LocalDate>> keys = new ArrayList<>();
    for (int day = 0; day < 1000; day++) {
      keys.add(put(map, day));
    }

    boolean isFreed = isFreed(keys);
    for (int i = 0; !isFreed && i < 20; i++) {
      isFreed = isFreed(keys);
    }

    assertThat(isFreed).isTrue();
    assertThat(map.keySet()).hasSize(1000).contains(FIRST.plusDays(1000));
  }

  @Test
  @SuppressWarnings({
    "deprecation",
    "removal",
    "BoxedPrimitiveConstructor"
  }) // Objects of their own.
  void put_keyThatIsNotExact_isKept() {
    Long odd = new Long(1001);
    SplitOrderedHashMap<Object, Integer> map =
        new SplitOrderedHashMap<>(EvenNumbersAreExact.INSTANCE);
    map.put(odd, 1);
    map.put(1000L, 2);

    assertThat(map.keySet()).containsExactlyInAnyOrder(1000L, 1001L);
    assertThat(map.keySet().stream().anyMatch(key -> key == odd)).isTrue();
    assertThat(map.emptyCopy().put(1000L, 3)).isNull();
  }

  @Test
  void get_exactKey_comparesNoKeys() {
    Fickle strategy = new Fickle();
    strategy.isExact = key -> (key & 1) == 0;
    SplitOrderedHashMap<Long, Long> map = new SplitOrderedHashMap<>(strategy);
    for (long key = 0; key < 1000; key++) {
      map.put(key, key);
    }
    strategy.equal =
        key -> {
          throw new AssertionError("compared " + key);
        };
    strategy.keyOf =
        bits -> {
          throw new AssertionError("made of " + bits);
        };

    for (long key = 0; key < 1000; key += 2) {
      assertThat(map.get(key)).isEqualTo(key);
      assertThat(map.put(key, -key)).isEqualTo(key);
      assertThat(map.remove(key)).isEqualTo(-key);
      assertThat(map.get(key)).isNull();
    }
    strategy.equal = key -> true;
    assertThat(map.mappingCount()).isEqualTo(500);
    map.validate();
  }

  /** A map of the numbers below 1,000, of which those at even places are exact. */
  private static SplitOrderedHashMap<Long, Long> filled(Fickle strategy) {
    strategy.isExact = key -> (key & 1) == 0;
    SplitOrderedHashMap<Long, Long> map = new SplitOrderedHashMap<>(strategy);
    for (long key = 0; key < 1000; key++) {
      map.put(key, key);
    }
    return map;
  }

  @Test
  void keyOf_thatMakesWrongKeys_disturbsNoUpdate() {
    Fickle strategy = new Fickle();
    SplitOrderedHashMap<Long, Long> map = filled(strategy);
    strategy.keyOf = bits -> bits % 8;

    assertThat(new ArrayList<>(map.keySet())).hasSize(1000);
    for (long key = 0; key < 1000; key++) {
      assertThat(map.put(key, -key)).isEqualTo(key);
      assertThat(map.get(key)).isEqualTo(-key);
      assertThat(map.remove(key + 1000)).isNull();
      if (key % 3 == 0) {
        assertThat(map.remove(key)).isEqualTo(-key);
      }
    }

    strategy.keyOf = bits -> bits;
    map.validate();
    for (long key = 0; key < 1000; key++) {
      assertThat(map.get(key)).isEqualTo(key % 3 == 0 ? null : Long.valueOf(-key));
    }
    assertThat(map).hasSize(666);
  }

  @Test
  void keyOf_thatThrowsOrReturnsNull_disturbsNoUpdate() {
    Fickle strategy = new Fickle();
    SplitOrderedHashMap<Long, Long> map = filled(strategy);
    strategy.keyOf =
        bits -> {
          throw new UnsupportedOperationException("keyOf");
        };

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> map.forEach((key, value) -> {}));
    strategy.keyOf = bits -> null;
    assertThatNullPointerException()
        .isThrownBy(() -> map.forEach((key, value) -> {}))
        .withMessage("keyOf(bits)");
    assertThat(map.values()).hasSize(1000);
    for (long key = 0; key < 2000; key++) {
      assertThat(map.put(key, -key)).isEqualTo(key < 1000 ? key : null);
      assertThat(map.get(key)).isEqualTo(-key);
    }
    strategy.keyOf = bits -> bits;
    assertThat(map).hasSize(2000);
    map.validate();
  }

  /** Keys about which the strategy does not lie keep their mappings. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void isExactAndBits_thatChange_disturbNoOtherKey(int seed) {
    Fickle strategy = new Fickle();
    SplitOrderedHashMap<Long, Long> map = new SplitOrderedHashMap<>(strategy);
    SplittableRandom random = new SplittableRandom(seed);
    long lies = 3;
    strategy.isExact = key -> (key & 3) == lies ? random.nextBoolean() : (key & 1) == 0;
    strategy.bits = key -> (key & 3) == lies ? (key & -256) + lies + 4L * random.nextInt(64) : key;
    Map<Long, Long> model = new HashMap<>();

    for (long i = 0; i < TestScale.count(20_000); i++) {
      Long key = (long) random.nextInt(i % 4000 < 2000 ? 1000 : 100);
      boolean isHonest = (key & 3) != lies;
      if (random.nextInt(3) == 0) {
        Long removed = map.remove(key);
        if (isHonest) {
          assertThat(removed).isEqualTo(model.remove(key));
        }
      } else {
        Long before = map.put(key, i);
        if (isHonest) {
          assertThat(before).isEqualTo(model.put(key, i));
        }
      }
    }

    model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    Set<Long> honest = new HashSet<>(map.keySet());
    honest.removeIf(key -> (key & 3) == lies);
    assertThat(honest).isEqualTo(model.keySet());
    map.validate();
    map.keySet().removeIf(key -> (key & 3) != lies);
    map.clear();
    assertThat(map).isEmpty();
  }
}
