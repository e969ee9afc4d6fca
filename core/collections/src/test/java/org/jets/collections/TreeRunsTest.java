package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.stream.IntStream;
import org.jets.collections.internal.cursor.Cursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks over ordered maps that read run by run, beside changes of what comes next. */
class TreeRunsTest {
  private static final String ORDERED = "org.jets.collections.MapUnderTest#ordered";

  /** Keys in the order of their numbers, of a class whose prefixes say all, or do not. */
  private static Object key(boolean isLong, int number) {
    return isLong ? (Object) (long) number : String.format("customer:%06d", number);
  }

  private static boolean stays(int number) {
    return number % 3 == 0;
  }

  /** A walk: what it has come to, and the changes that it makes. */
  private static final class Walk {
    private final Random random;
    private final Map<Object, Object> map;
    private final boolean isLong;
    private final int numbers;
    private final int quiet;
    private final Map<Object, Set<Object>> valuesOfKeys = new HashMap<>();
    private final List<Object> keys = new ArrayList<>();
    private int near;

    Walk(Random random, Map<Object, Object> map, boolean isLong, int numbers) {
      this.random = random;
      this.map = map;
      this.isLong = isLong;
      this.numbers = numbers;
      this.quiet = 1 + random.nextInt(120);
      IntStream.range(0, numbers)
          .filter(number -> stays(number) || random.nextBoolean())
          .forEach(this::put);
    }

    private void put(int number) {
      Object key = key(isLong, number);
      Object value = random.nextLong();
      map.put(key, value);
      valuesOfKeys.computeIfAbsent(key, same -> new HashSet<>()).add(value);
    }

    /** Takes a mapping, and changes some others, mostly near that one. */
    void take(Object key, Object value) {
      keys.add(key);
      assertThat(valuesOfKeys.get(key)).contains(value);
      near = key instanceof Long number ? number.intValue() : near + 1;
      if (random.nextInt(quiet) != 0) {
        return;
      }
      for (int changes = random.nextInt(90); changes > 0; changes--) {
        int number =
            random.nextBoolean()
                ? random.nextInt(numbers)
                : Math.floorMod(near + random.nextInt(240) - 120, numbers);
        if (!stays(number) && random.nextBoolean()) {
          map.remove(key(isLong, number));
        } else {
          put(number);
        }
      }
    }

    /** Checks that it came to each key that stayed, and to all others once at most, in order. */
    void check(NavigableMap<Object, Object> view) {
      TreeSet<Object> sorted = new TreeSet<>(view.comparator());
      sorted.addAll(keys);
      assertThat(keys).isEqualTo(new ArrayList<>(sorted));
      assertThat(sorted)
          .containsAll(
              view.keySet().stream()
                  .filter(key -> stays(Integer.parseInt(key.toString().replace("customer:", ""))))
                  .toList());
    }
  }

  private static NavigableMap<Object, Object> view(
      ConcurrentNavigableMap<Object, Object> map, boolean isLong, int seed) {
    NavigableMap<Object, Object> part =
        seed % 8 < 4 ? map : map.subMap(key(isLong, 150), true, key(isLong, 1_101), seed % 3 == 0);
    return seed % 4 < 2 ? part : part.descendingMap();
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void iterator_changesBetweenSteps_comesToAllThatStays(MapUnderTest kind) {
    for (int seed = 0; seed < 48; seed++) {
      boolean isLong = seed % 2 == 0;
      ConcurrentNavigableMap<Object, Object> map = kind.ofOrder(null);
      Walk walk = new Walk(new Random(seed), map, isLong, 1_200);
      NavigableMap<Object, Object> view = view(map, isLong, seed);
      for (Map.Entry<Object, Object> mapping : view.entrySet()) {
        walk.take(mapping.getKey(), mapping.getValue());
      }
      walk.check(view);
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void forEach_changesByTheAction_comesToAllThatStays(MapUnderTest kind) {
    for (int seed = 0; seed < 48; seed++) {
      boolean isLong = seed % 2 == 0;
      ConcurrentNavigableMap<Object, Object> map = kind.ofOrder(null);
      Walk walk = new Walk(new Random(seed), map, isLong, 1_200);
      NavigableMap<Object, Object> view = view(map, isLong, seed);
      view.forEach(walk::take);
      walk.check(view);
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void remove_afterHasNext_removesTheKeyThatCameLast(MapUnderTest kind) {
    for (boolean isLong : new boolean[] {true, false}) {
      for (boolean descending : new boolean[] {false, true}) {
        ConcurrentNavigableMap<Object, Object> map = kind.ofOrder(null);
        IntStream.range(0, 400).forEach(number -> map.put(key(isLong, number), number));
        NavigableMap<Object, Object> view = descending ? map.descendingMap() : map;
        Iterator<Object> keys = view.keySet().iterator();
        while (keys.hasNext()) {
          Object key = keys.next();
          boolean isLast = !keys.hasNext();
          keys.remove();
          assertThat(map).doesNotContainKey(key);
          assertThat(map.isEmpty()).isEqualTo(isLast);
          assertThatThrownBy(keys::remove).isInstanceOf(IllegalStateException.class);
        }
      }
    }
  }

  /** An iterator has a part of a leaf at hand, and reads all behind that as it is then. */
  @Test
  void iterator_keysAddedAhead_comesToAllButTheNearest() {
    for (boolean isLong : new boolean[] {true, false}) {
      ContentionAdaptingTreeMap<Object, Object> map = new ContentionAdaptingTreeMap<>();
      IntStream.range(0, 1_000).forEach(number -> map.put(key(isLong, 2 * number), number));
      Iterator<Object> keys = map.keySet().iterator();
      IntStream.range(0, 300).forEach(step -> keys.next());
      IntStream.range(0, 1_000).forEach(number -> map.put(key(isLong, 2 * number + 1), number));
      List<Object> rest = new ArrayList<>();
      keys.forEachRemaining(rest::add);
      List<Object> all = IntStream.range(0, 2_000).mapToObj(number -> key(isLong, number)).toList();
      assertThat(rest).endsWith(all.subList(800, 2_000).toArray());
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void nextRun_toTheEnd_hasAllMappings(MapUnderTest kind) {
    for (int size : new int[] {0, 1, 31, 32, 33, 63, 64, 65, 700}) {
      for (boolean descending : new boolean[] {false, true}) {
        AbstractConcurrentNavigableMap<Long, Long> map = kind.ofOrder(null);
        for (long number = 0; number < size; number++) {
          map.put(number, -number);
        }
        Cursor<Long, Long> cursor = map.cursor(map.everywhere(), descending);
        List<Long> seen = new ArrayList<>();
        for (int run = cursor.nextRun(); run > 0; run = cursor.nextRun()) {
          for (int place = 0; place < run; place++) {
            seen.add(cursor.key(place));
            assertThat(cursor.value(place)).isEqualTo(-cursor.key(place));
          }
        }
        assertThat(cursor.nextRun()).isZero();
        List<Long> expected = new ArrayList<>(map.keySet());
        if (descending) {
          Collections.reverse(expected);
        }
        assertThat(seen).isEqualTo(expected).hasSize(size);
      }
    }
  }
}
