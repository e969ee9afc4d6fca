package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.testkit.ConcurrentMapContract;
import org.junit.jupiter.api.Test;

/** The promises of a ConcurrentMap, and what chains of equal hashes do. */
class RadixMapsContractTest extends ConcurrentMapContract<RadixMapUnderTest> {
  static Stream<RadixMapUnderTest> maps() {
    return Stream.of(RadixMapUnderTest.values());
  }

  @Override
  protected <V> ConcurrentMap<Long, V> newMap(RadixMapUnderTest kind) {
    return kind.ofLongs();
  }

  @Override
  protected void validate(ConcurrentMap<?, ?> map) {
    RadixMapUnderTest.validate(map);
  }

  /** Keys of which four have each hash. */
  private record Colliding(int number) {
    @Override
    public int hashCode() {
      return number / 4;
    }
  }

  @Test
  void keys_ofEqualHashes_areToldApart() {
    HashedRadixMap<Colliding, Integer> map = new HashedRadixMap<>();
    IntStream.range(0, 40).forEach(i -> assertThat(map.put(new Colliding(i), i)).isNull());
    assertThat(map).hasSize(40);
    IntStream.range(0, 40).forEach(i -> assertThat(map.put(new Colliding(i), i + 1)).isEqualTo(i));
    IntStream.range(0, 40)
        .filter(i -> i % 3 > 0)
        .forEach(i -> assertThat(map.remove(new Colliding(i))).isEqualTo(i + 1));

    for (int i = 0; i < 40; i++) {
      assertThat(map.get(new Colliding(i))).isEqualTo(i % 3 > 0 ? null : (Integer) (i + 1));
    }
    assertThat(map).hasSize(14);
    map.validate();
  }
}
