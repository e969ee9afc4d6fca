package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hash maps under a strategy that says of some keys that their hash is perfect. */
class PerfectHashTest {

  /** A key without an equality of its own; of a hash there is one that is perfect at most. */
  private static final class Key {
    final int hash;
    final int number;

    Key(int hash, int number) {
      this.hash = hash;
      this.number = number;
    }

    boolean isPerfect() {
      return number == 0;
    }

    String text() {
      return hash + "." + number;
    }
  }

  /** Counts how often it has had to look at two keys whose hashes say all. */
  private static final class CountingStrategy implements HashingStrategy<Key> {
    int needless;

    @Override
    public int hash(Key key) {
      return key.hash;
    }

    @Override
    public boolean equal(Key a, Key b) {
      needless += a.isPerfect() && b.isPerfect() ? 1 : 0;
      return a.hash == b.hash && a.number == b.number;
    }

    @Override
    public boolean hasPerfectHash(Key key) {
      return key.isPerfect();
    }
  }

  private final CountingStrategy strategy = new CountingStrategy();

  static Stream<Function<HashingStrategy<Key>, AbstractConcurrentMap<Key, String>>> maps() {
    return Stream.of(
        SplitOrderedHashMap::new,
        strategy -> new StripedHashMap<>(StripedOptions.defaults(), strategy));
  }

  @ParameterizedTest
  @MethodSource("maps")
  void get_perfectHash_seldomComparesKeys(
      Function<HashingStrategy<Key>, AbstractConcurrentMap<Key, String>> maker) {
    AbstractConcurrentMap<Key, String> map = maker.apply(strategy);
    for (int n = 0; n < 1000; n++) {
      assertThat(map.put(new Key(n, 0), "a")).isNull();
      assertThat(map.put(new Key(n, 0), "b")).isEqualTo("a");
      assertThat(map.merge(new Key(n, 0), "c", String::concat)).isEqualTo("bc");
    }

    strategy.needless = 0;
    for (int n = 0; n < 1000; n++) {
      assertThat(map.get(new Key(n, 0))).isEqualTo("bc");
      assertThat(map.get(new Key(n + 1000, 0))).isNull();
    }
    assertThat(strategy.needless).isLessThan(100); // A full bucket of a striped map spills some.
    for (int n = 0; n < 1000; n += 2) {
      assertThat(map.remove(new Key(n, 0))).isEqualTo("bc");
    }
    assertThat(map.mappingCount()).isEqualTo(500);
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void randomCalls_hashesThatPerfectAndOtherKeysShare_areThoseOfAHashMap(
      Function<HashingStrategy<Key>, AbstractConcurrentMap<Key, String>> maker) {
    AbstractConcurrentMap<Key, String> map = maker.apply(strategy);
    Map<String, String> model = new HashMap<>();
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int n = 0; n < 20_000; n++) {
      Key key = new Key(random.nextInt(200), random.nextInt(4));
      String value = Integer.toString(n);
      switch (random.nextInt(5)) {
        case 0 -> check(seed, n, map.put(key, value), model.put(key.text(), value));
        case 1 -> check(seed, n, map.remove(key), model.remove(key.text()));
        case 2 -> check(seed, n, map.putIfAbsent(key, value), model.putIfAbsent(key.text(), value));
        case 3 -> check(seed, n, map.replace(key, value), model.replace(key.text(), value));
        default -> check(seed, n, map.get(key), model.get(key.text()));
      }
    }
    Map<String, String> seen = new HashMap<>();
    map.forEach((key, value) -> seen.put(key.text(), value));
    assertThat(seen).as("seed %d", seed).isEqualTo(model);
    map.validate();
  }

  private static void check(long seed, int call, Object actual, Object expected) {
    assertThat(actual).as("call %d, seed %d", call, seed).isEqualTo(expected);
  }
}
