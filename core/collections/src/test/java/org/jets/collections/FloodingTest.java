package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys of one hash, as an attacker would send them: comparable ones cost a logarithm. In time
 * proportional to their number for each of them, none of these tests would come to its end.
 */
class FloodingTest {
  private static final int KEYS = TestScale.count(100_000);

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#generic")
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void operations_manyCollidingKeys_stayUsable(MapUnderTest kind) {
    // A strategy without an order goes over all keys of one hash.
    int keys = kind == MapUnderTest.SPLIT_ORDERED_EXACT ? KEYS / 50 : KEYS;
    AbstractConcurrentMap<Collision, Integer> map = kind.ofAny();

    for (int i = 0; i < keys; i++) {
      assertThat(map.put(new Collision(i), i)).isNull();
    }
    for (int i = 0; i < keys; i++) {
      assertThat(map.get(new Collision(i))).isEqualTo(i);
    }
    assertThat(map.get(new Collision(keys))).isNull();
    assertThat(map.mappingCount()).isEqualTo(keys);
    assertThat(map.keySet().stream().mapToInt(Collision::number).sorted())
        .containsExactlyElementsOf(IntStream.range(0, keys).boxed().toList());
    map.validate();
    for (int i = 0; i < keys; i++) {
      assertThat(map.remove(new Collision(i))).isEqualTo(i);
    }
    assertThat(map).isEmpty();
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#generic")
  void operations_collidingKeysAmongOthers_findEach(MapUnderTest kind) {
    AbstractConcurrentMap<Comparable<?>, Integer> map = kind.ofAny();
    if (kind == MapUnderTest.MINIMAL || kind.has(MapUnderTest.Trait.ORDERED)) {
      return; // It would compare keys of two classes.
    }

    for (int i = 0; i < 200; i++) {
      map.put(new Collision(i), i);
      map.put(i, i);
      map.put(new OtherCollision(i), -i);
    }

    for (int i = 0; i < 200; i++) {
      assertThat(map.get(new Collision(i))).isEqualTo(i);
      assertThat(map.get(i)).isEqualTo(i);
      assertThat(map.remove(new OtherCollision(i))).isEqualTo(-i);
    }
    assertThat(map).hasSize(400);
    map.validate();
  }

  /** A key of the same hash as all, comparable with its own kind only. */
  private record OtherCollision(int number) implements Comparable<OtherCollision> {
    @Override
    public int hashCode() {
      return 7;
    }

    @Override
    public int compareTo(OtherCollision other) {
      return Integer.compare(number, other.number);
    }
  }
}
