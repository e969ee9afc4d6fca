package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.InitializerLoader;
import org.jets.testkit.faults.StackEnd;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations and steps at each depth of a small stack leave a map whole, and no lock held. */
class RadixStackTest {
  private static final int ROUNDS = TestScale.count(200);
  private static final int THREADS = 4;
  private static final int ITERATED = 2_000;
  private static final long PATIENCE_SECONDS = 60;

  /** Some begin others, or have their first bytes in common with others. */
  private static final List<String> KEYS =
      IntStream.range(0, 48)
          .mapToObj(i -> i < 24 ? "x".repeat(i % 12) + (char) ('a' + i / 12) : "key" + (char) i)
          .toList();

  private static void operate(Map<String, Long> map, int number) {
    String key = KEYS.get(number % KEYS.size());
    switch (number / 5 % 6) {
      case 0 -> map.put(key, 1L);
      case 1 -> map.remove(key);
      case 2 -> map.compute(key, (k, v) -> v == null ? 1L : v + 1);
      case 3 -> map.remove(key, 1L);
      case 4 -> map.get(key);
      default -> map.merge(key, 1L, Long::sum);
    }
  }

  private static void checkIsWhole(ConcurrentMap<String, Long> map) {
    RadixMapUnderTest.validate(map);
    for (Map.Entry<String, Long> mapping : map.entrySet()) {
      assertThat(map.get(mapping.getKey())).isEqualTo(mapping.getValue());
    }
    for (String key : KEYS) {
      map.put(key, 2L);
      assertThat(map.get(key)).isEqualTo(2L);
    }
    assertThat(map).hasSize(KEYS.size());
    map.clear();
    assertThat(map).isEmpty();
    RadixMapUnderTest.validate(map);
  }

  @ParameterizedTest
  @EnumSource
  void operations_ofThreadsAtEachDepthOfTheStack_leaveTheMapWhole(RadixMapUnderTest kind)
      throws Exception {
    ConcurrentMap<String, Long> map = kind.ofStrings();
    IntStream.range(0, 3_000).forEach(i -> operate(map, i)); // Classes are loaded.
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      StackEnd stack = new StackEnd(thread, number -> operate(map, number));
      ends.add(
          StackEnd.start(
              StackEnd.BYTES,
              () -> {
                for (int round = 0; round < ROUNDS; round++) {
                  stack.overflow();
                }
              }));
    }
    for (CompletableFuture<Boolean> end : ends) {
      assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    CompletableFuture<Boolean> check = StackEnd.start(0, () -> checkIsWhole(map));
    assertThat(check.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void iteration_atEachDepthOfTheStack_givesEachKeyOnce(RadixMapUnderTest kind) throws Exception {
    ConcurrentMap<String, Long> map = kind.ofStrings();
    for (long i = 0; i < ITERATED; i++) {
      map.put("key" + i * i, i);
    }
    map.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value)); // Classes are loaded.
    for (int round = 0; round < Math.max(3, ROUNDS / 10); round++) {
      Iterator<String> keys = map.keySet().iterator();
      String[] given = new String[ITERATED];
      int[] count = new int[1];
      StackEnd stack =
          new StackEnd(
              0,
              number -> {
                if (keys.hasNext()) {
                  String key = keys.next();
                  given[count[0]] = key;
                  count[0]++;
                }
              });
      CompletableFuture<Boolean> end =
          StackEnd.start(
              StackEnd.BYTES,
              () -> {
                for (int i = 0; i < ITERATED / StackEnd.DEPTHS / 2; i++) {
                  stack.overflow();
                }
              });
      assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      while (keys.hasNext()) {
        given[count[0]++] = keys.next();
      }

      assertThat(given).containsExactlyInAnyOrderElementsOf(map.keySet());
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {RadixTree.class, HashedRadixMap.class})
  void constructor_initializesAllThatTheClassRefersTo(Class<?> type) throws Exception {
    InitializerLoader loader = new InitializerLoader(RadixTree.class);
    Set<String> expected = loader.initializersBehind(type);

    loader.loadClass(type.getName()).getConstructor().newInstance();

    assertThat(expected).contains(Node48.class.getName());
    assertThat(loader.initialized()).containsAll(expected);
  }
}
