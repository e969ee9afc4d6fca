package org.jets.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jets.bench.skeleton.Walk;
import org.jets.testkit.ConcurrentMapContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises of a ConcurrentMap, of an order, and of errors. */
class RivalsContractTest extends ConcurrentMapContract<RivalUnderTest> {
  private static final int KEYS = 300;

  static Stream<RivalUnderTest> maps() {
    return Stream.of(RivalUnderTest.values());
  }

  static Stream<RivalUnderTest> orderedMaps() {
    return RivalUnderTest.ordered();
  }

  @Override
  protected <V> ConcurrentMap<Long, V> newMap(RivalUnderTest kind) {
    return kind.newMap();
  }

  @Override
  protected void validate(ConcurrentMap<?, ?> map) {
    RivalUnderTest.validate(map);
  }

  @ParameterizedTest
  @EnumSource
  void randomUpdates_areThoseOfATreeMap(RivalUnderTest kind) {
    SplittableRandom random = new SplittableRandom(17);
    ConcurrentMap<Long, Integer> map = kind.newMap();
    NavigableMap<Long, Integer> expected = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      Long key = (long) random.nextInt(KEYS);
      if (random.nextInt(20_000) < i) { // More and more removals.
        assertThat(map.remove(key)).isEqualTo(expected.remove(key));
      } else {
        assertThat(map.put(key, i)).isEqualTo(expected.put(key, i));
      }
      Long other = (long) random.nextInt(KEYS);
      assertThat(map.get(other)).isEqualTo(expected.get(other));
      if (i % 1_000 == 0) {
        validate(map);
        assertThat(map).isEqualTo(expected);
      }
    }
    validate(map);
  }

  @ParameterizedTest
  @MethodSource("orderedMaps")
  void steps_areThoseOfATreeMap(RivalUnderTest kind) {
    SplittableRandom random = new SplittableRandom(18);
    OrderedRivalMap<Long, Integer> map =
        (OrderedRivalMap<Long, Integer>) this.<Integer>newMap(kind);
    NavigableMap<Long, Integer> expected = new TreeMap<>();
    assertThat(map.firstKey()).isNull();
    assertThat(map.higherKey(0L)).isNull();
    for (int i = 0; i < 3_000; i++) {
      Long key = (long) random.nextInt(KEYS);
      if (random.nextBoolean()) {
        map.put(key, i);
        expected.put(key, i);
      } else {
        map.remove(key);
        expected.remove(key);
      }
      Long other = (long) random.nextInt(KEYS);
      assertThat(map.higherKey(other)).isEqualTo(expected.higherKey(other));
      assertThat(map.firstKey()).isEqualTo(expected.isEmpty() ? null : expected.firstKey());
    }
    List<Long> given = new ArrayList<>();
    Walk<Long, Integer> walk = map.ascending(100L);
    while (walk.advance()) {
      given.add(walk.key());
    }

    assertThat(given).containsExactlyElementsOf(expected.tailMap(100L).keySet());
    assertThat(map.keySet()).containsExactlyElementsOf(expected.keySet());
  }

  /** A walk gives no key before its first one, also if such a key comes after it began. */
  @ParameterizedTest
  @MethodSource("orderedMaps")
  void ascending_keysThatComeMeanwhile_areNotBeforeItsStart(RivalUnderTest kind) {
    OrderedRivalMap<Long, Integer> map =
        (OrderedRivalMap<Long, Integer>) this.<Integer>newMap(kind);
    map.put(1L, 1);
    map.put(9L, 9);
    Walk<Long, Integer> walk = map.ascending(5L);
    map.put(3L, 3);

    assertThat(walk.advance()).isTrue();
    assertThat(walk.key()).isEqualTo(9L);
    assertThat(walk.advance()).isFalse();
  }

  /** Compares and hashes until it is told to throw. */
  private static final class Moody implements Comparable<Moody> {
    private static boolean isThrowing;

    private final int number;

    Moody(int number) {
      this.number = number;
    }

    private static void call() {
      if (isThrowing) {
        throw new IllegalStateException("moody");
      }
    }

    @Override
    public int compareTo(Moody other) {
      call();
      return Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      call();
      return other instanceof Moody moody && moody.number == number;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void operations_keysThatThrow_changeNothing(RivalUnderTest kind) {
    ConcurrentMap<Moody, Integer> map = kind.newMap();
    for (int i = 0; i < 20; i++) {
      map.put(new Moody(i), i);
    }
    Moody.isThrowing = true;
    try {
      List<Runnable> calls =
          List.of(
              () -> map.get(new Moody(7)),
              () -> map.put(new Moody(7), 8),
              () -> map.put(new Moody(77), 8),
              () -> map.remove(new Moody(7)),
              () -> map.merge(new Moody(7), 1, Integer::sum));
      for (Runnable call : calls) {
        assertThatIllegalStateException().isThrownBy(call::run);
      }
    } finally {
      Moody.isThrowing = false;
    }

    assertThat(map).hasSize(20);
    for (int i = 0; i < 20; i++) {
      assertThat(map.remove(new Moody(i))).isEqualTo(i);
    }
    validate(map);
  }

  @ParameterizedTest
  @MethodSource("orderedMaps")
  void put_keyThatCannotBeCompared_isRefusedAlsoIfItIsTheFirst(RivalUnderTest kind) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // As a careless program would.
    ConcurrentMap<Object, Integer> map = (ConcurrentMap) newMap(kind);

    assertThatThrownBy(() -> map.put(new Object(), 1)).isInstanceOf(ClassCastException.class);
    assertThat(map).isEmpty();
  }

  @Test
  void michael_noBuckets_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MichaelHashMap<>(0))
        .withMessage("buckets: 0 (expected: 1 or more)");
  }
}
