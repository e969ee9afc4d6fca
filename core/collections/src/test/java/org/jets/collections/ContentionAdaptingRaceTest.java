package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The interleavings that could break a contention adapting tree, each by its name; in trees that
 * are split and joined all the time.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContentionAdaptingRaceTest {
  private static final int ROUNDS = TestScale.count(20_000);
  private static final long KEYS = 400;

  private final AtomicBoolean over = new AtomicBoolean();

  private static ContentionAdaptingTreeMap<Long, Integer> newMap(SequentialContainer kind) {
    return new ContentionAdaptingTreeMap<>(MapUnderTest.restless(kind));
  }

  /** With all keys that are even. */
  private static ContentionAdaptingTreeMap<Long, Integer> filled(SequentialContainer kind) {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    for (long key = 0; key < KEYS; key += 2) {
      map.put(key, 0);
    }
    return map;
  }

  /** Runs the others again and again until the last one has been run often enough. */
  private void race(Runnable last, Runnable... others) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> results = new ArrayList<>();
      for (Runnable other : others) {
        results.add(threads.submit(repeated(other)));
      }
      try {
        for (int i = 0; i < ROUNDS; i++) {
          last.run();
        }
      } finally {
        over.set(true);
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Callable<Void> repeated(Runnable step) {
    return () -> {
      while (!over.get()) {
        step.run();
      }
      return null;
    };
  }

  private static long random(long bound) {
    return ThreadLocalRandom.current().nextLong(bound);
  }

  /** Puts or removes an odd key. */
  private static Runnable updates(ContentionAdaptingTreeMap<Long, Integer> map) {
    return () -> {
      long key = random(KEYS) | 1;
      if (random(2) == 0) {
        map.put(key, 1);
      } else {
        map.remove(key);
      }
    };
  }

  /** Shows each split and join to be undone by the other. */
  private static void assertAdapted(ContentionAdaptingTreeMap<Long, Integer> map) {
    map.validate();
    AdaptingTreeShape shape = map.shape();
    assertThat(shape.splits() - shape.joins()).isEqualTo(shape.routeNodes());
  }

  @ParameterizedTest
  @EnumSource
  void joinWithANeighbourThatIsSplit_keepsEachKey(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(kind);
    Runnable update = updates(map);
    race(update, update, update);
    assertAdapted(map);
    for (long key = 0; key < KEYS; key += 2) {
      assertThat(map.get(key)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void joinsBelowOneRoute_whileOthersTakeItAway_keepTheTreeWhole(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    Runnable emptyAndFill =
        () -> {
          long start = random(8) * 8;
          for (long key = start; key < start + 8; key++) {
            map.put(key, 1);
          }
          for (long key = start; key < start + 8; key++) {
            map.remove(key);
          }
        };
    race(() -> map.put(random(64), 2), emptyAndFill, emptyAndFill);
    assertAdapted(map);
  }

  @ParameterizedTest
  @EnumSource
  void readerOfANodeThatIsJoined_findsEachKeyThatIsThere(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(kind);
    Runnable update = updates(map);
    race(
        () -> {
          long key = random(KEYS) & ~1;
          assertThat(map.get(key)).isZero();
          assertThat(map.get(KEYS + key)).isNull();
        },
        update,
        update);
    assertAdapted(map);
  }

  @ParameterizedTest
  @EnumSource
  void rangeWhileItsNodesAreJoined_neitherSkipsNorRepeatsOne(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(kind);
    Runnable update = updates(map);
    race(
        () -> {
          if (random(20) == 0) {
            long low = random(KEYS / 2);
            long high = low + random(KEYS / 2);
            long[] last = {low - 1, 0};
            map.forEachInRange(
                low,
                true,
                high,
                true,
                (key, value) -> {
                  assertThat(key).isGreaterThan(last[0]).isLessThanOrEqualTo(high);
                  last[0] = key;
                  last[1] += key % 2 == 0 ? 1 : 0;
                });
            assertThat(last[1]).isEqualTo(high / 2 - (low + 1) / 2 + 1);
          }
        },
        update,
        update);
    assertAdapted(map);
  }

  @ParameterizedTest
  @EnumSource
  void walkWhileNodesAreSplitAndJoined_meetsEachKeyOnce(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(kind);
    Runnable update = updates(map);
    race(
        () -> {
          if (random(50) == 0) {
            for (boolean descending : new boolean[] {false, true}) {
              Map<Long, Integer> seen = new HashMap<>();
              for (Long key : descending ? map.descendingKeySet() : map.keySet()) {
                seen.merge(key, 1, Integer::sum);
              }
              assertThat(seen.keySet().stream().filter(key -> key % 2 == 0)).hasSize(200);
              assertThat(seen.values()).containsOnly(1);
            }
          }
        },
        update,
        update);
    assertAdapted(map);
  }

  /**
   * Of two keys around a boundary, now one and now the other is there, the new one before the old
   * one goes: so a key in front of both always has one of them as its successor.
   */
  @ParameterizedTest
  @EnumSource
  void nextAcrossNodes_whileSuccessorsComeAndGo_neverMissesAll(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    for (long key = 0; key < 40; key++) {
      map.put(100 * key, 0);
    }
    map.put(2L, 0);
    Runnable alternate =
        () -> {
          map.put(1000L + 3, 1);
          map.remove(1000L + 5);
          map.put(1000L + 5, 1);
          map.remove(1000L + 3);
        };
    map.put(1005L, 1);
    Runnable others =
        () -> {
          long key = 100 * random(40) + 50;
          map.put(key, 1);
          map.remove(key);
        };
    race(
        () -> {
          assertThat(map.higherKey(1002L)).isIn(1003L, 1005L);
          assertThat(map.lowerKey(1010L)).isIn(1003L, 1005L);
          assertThat(map.ceilingKey(1001L)).isIn(1003L, 1005L);
          assertThat(map.floorKey(1006L)).isIn(1003L, 1005L);
        },
        alternate,
        others);
    assertAdapted(map);
  }

  /**
   * The same by steps from keys that are there, over the ends of leaves: of one that ends at 1000,
   * and of one that begins at 2000 behind some keys that come and go.
   */
  @ParameterizedTest
  @EnumSource
  void stepsOverTheEndOfALeaf_whileSuccessorsComeAndGo_neverMissAll(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map =
        new ContentionAdaptingTreeMap<>(ContentionAdaptingOptions.defaults().withContainer(kind));
    for (long key = 1000 - 63; key <= 1001; key++) {
      map.put(key, 0);
    }
    for (long key = 1100; key < 1161; key++) {
      map.put(key, 0);
    }
    map.put(1990L, 0);
    map.put(1991L, 0);
    map.put(2000L, 0);
    map.remove(1001L);
    map.remove(1990L);
    map.remove(1991L);
    map.put(1005L, 1);
    map.put(1805L, 1);
    Long below = map.floorKey(1000L);
    Long above = map.ceilingKey(2000L);
    Runnable alternate =
        () -> {
          for (long base : new long[] {1000, 1800}) {
            map.put(base + 3, 1);
            map.remove(base + 5);
            map.put(base + 5, 1);
            map.remove(base + 3);
          }
        };
    race(
        () -> {
          map.floorKey(below); // Notes where it is.
          assertThat(map.higherKey(below)).isIn(1003L, 1005L);
          map.ceilingKey(above);
          assertThat(map.lowerKey(above)).isIn(1803L, 1805L);
        },
        alternate);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void firstAndLast_whileTheEndsChange_arePresent(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    map.put(1L, 0);
    map.put(1001L, 0);
    Runnable ends =
        () -> {
          map.put(0L, 1);
          map.remove(1L);
          map.put(1000L, 1);
          map.remove(1001L);
          map.put(1L, 1);
          map.remove(0L);
          map.put(1001L, 1);
          map.remove(1000L);
        };
    Runnable middle =
        () -> {
          long key = 100 + random(800);
          map.put(key, 1);
          map.remove(key);
        };
    race(
        () -> {
          assertThat(map.firstKey()).isIn(0L, 1L);
          assertThat(map.lastKey()).isIn(1000L, 1001L);
        },
        ends,
        middle);
    assertAdapted(map);
  }

  /** All prefixes tie, so that keys are compared while they are being moved. */
  @ParameterizedTest
  @EnumSource
  void neighboursBesideUpdates_keysOfOnePrefix_throwNothing(SequentialContainer kind)
      throws Exception {
    ContentionAdaptingTreeMap<String, Integer> map =
        new ContentionAdaptingTreeMap<>(MapUnderTest.restless(kind));
    map.put("same prefix 0", 0);
    Runnable update =
        () -> {
          String key = "same prefix " + (1 + random(9));
          map.put(key, 1);
          map.remove(key);
        };
    race(() -> assertThat(map.lowerKey("same prefix 99")).isNotNull(), update);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void routeKeys_thatAreRemoved_stillLeadTheWay(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    Runnable both =
        () -> {
          long key = random(30);
          map.put(key, 1);
          map.remove(key);
        };
    race(both, both, both);
    assertAdapted(map);
    assertThat(map).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void putsOfManyBesideRanges_areSeenWholly(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    List<Long> keys = List.of(3L, 90L, 180L, 270L, 390L);
    putAll(map, keys, 0);
    int[] version = {0};
    race(
        () -> putAll(map, keys, ++version[0]),
        () -> {
          int[] seen = {-1, 0};
          map.forEachInRange(
              3L,
              true,
              390L,
              true,
              (key, value) -> {
                if (keys.contains(key)) {
                  assertThat(seen[0]).isIn(-1, value);
                  seen[0] = value;
                  seen[1]++;
                }
              });
          assertThat(seen[1]).isEqualTo(keys.size());
        },
        () -> {
          int first = map.getOrDefault(390L, -1);
          assertThat(map.getOrDefault(3L, -1)).isGreaterThanOrEqualTo(first);
        },
        () -> {
          long key = random(KEYS);
          if (!keys.contains(key)) {
            map.put(key, 1);
            map.remove(key);
          }
        });
    assertAdapted(map);
  }

  private static void putAll(
      ContentionAdaptingTreeMap<Long, Integer> map, List<Long> keys, int value) {
    Map<Long, Integer> mappings = new HashMap<>();
    keys.forEach(key -> mappings.put(key, value));
    map.putAllAtOnce(mappings);
  }

  /** Money goes from key to key, so that a sum over all is what it was whenever it is formed. */
  @ParameterizedTest
  @EnumSource
  void transfersBesideRanges_keepTheTotal(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    for (long key = 0; key < 200; key++) {
      map.put(key, 100);
    }
    Runnable transfer =
        () -> {
          long from = random(200);
          long to = random(200);
          if (from != to && map.computeIfPresent(from, (k, v) -> v - 1) != null) {
            map.merge(to, 1, Integer::sum);
          }
        };
    race(
        () -> {
          if (random(20) == 0) {
            int[] sum = {0};
            map.forEachInRange(0L, true, 199L, true, (key, value) -> sum[0] += value);
            assertThat(sum[0]).isBetween(20_000 - 2, 20_000);
          }
        },
        transfer,
        transfer);
    int[] sum = {0};
    map.forEach((key, value) -> sum[0] += value);
    assertThat(sum[0]).isEqualTo(20_000);
    assertAdapted(map);
  }

  @ParameterizedTest
  @EnumSource
  void polling_byTwo_takesEachOnceAndInOrder(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = newMap(kind);
    Map<Long, Integer> polled = new ConcurrentHashMap<>();
    long[] added = {0};
    Runnable poll =
        () -> {
          Map.Entry<Long, Integer> first = map.pollFirstEntry();
          if (first != null) {
            polled.merge(first.getKey(), 1, Integer::sum);
          }
        };
    race(() -> map.put(added[0]++, 1), poll, poll);
    while (!map.isEmpty()) {
      poll.run();
    }
    assertThat(polled).hasSize((int) added[0]);
    assertThat(polled.values()).containsOnly(1);
    assertAdapted(map);
  }

  @ParameterizedTest
  @EnumSource
  void sizeBesideInsertionsAndRemovals_isExact(SequentialContainer kind) throws Exception {
    ContentionAdaptingTreeMap<Long, Integer> map = filled(kind);
    Runnable oneMoreOrLess =
        () -> {
          long key = random(KEYS) | 1;
          map.put(key, 1);
          map.remove(key);
        };
    race(
        () -> {
          if (random(10) == 0) {
            assertThat(map.mappingCount()).isBetween(200L, 201L);
          }
        },
        oneMoreOrLess);
    assertAdapted(map);
  }
}
