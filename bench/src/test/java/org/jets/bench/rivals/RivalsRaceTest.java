package org.jets.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers beside each other and beside readers. */
class RivalsRaceTest {
  private static final int ROUNDS = TestScale.count(60_000);
  private static final int WRITERS = 3;
  private static final int OWN_KEYS = 16;

  /** Always there, before, between and after the keys of the writers. */
  private static final List<Long> FIXED = List.of(-1L, 15L, 31L, 1_001L);

  private static final long PATIENCE_SECONDS = 60;

  @ParameterizedTest
  @EnumSource
  void updates_ofOwnKeysOfEachThread_areAllThere(RivalUnderTest kind) throws Exception {
    ConcurrentMap<Long, Integer> map = kind.newMap();
    FIXED.forEach(key -> map.put(key, -1));
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<Void> reader = threads.submit(() -> readWhole(map, stop));
      List<Future<Map<Long, Integer>>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int own = writer;
        writers.add(threads.submit(() -> write(map, own)));
      }
      int size = FIXED.size();
      for (Future<Map<Long, Integer>> writer : writers) {
        Map<Long, Integer> present = writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(map).containsAllEntriesOf(present);
        size += present.size();
      }
      stop.set(true);
      reader.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(map).hasSize(size);
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    RivalUnderTest.validate(map);
  }

  /** Each thread knows what its own keys are mapped to, whatever the others do. */
  private static Map<Long, Integer> write(ConcurrentMap<Long, Integer> map, int own) {
    SplittableRandom random = new SplittableRandom(own);
    Map<Long, Integer> present = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      Long key = 2L * (random.nextInt(OWN_KEYS) * WRITERS + own);
      Integer before = present.get(key);
      Integer value = round;
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          assertThat(map.put(key, value)).isEqualTo(before);
          present.put(key, value);
        }
        case 2, 3 -> {
          assertThat(map.remove(key)).isEqualTo(before);
          present.remove(key);
        }
        case 4 -> {
          assertThat(map.putIfAbsent(key, value)).isEqualTo(before);
          present.putIfAbsent(key, value);
        }
        default -> assertThat(map.get(key)).isEqualTo(before);
      }
    }
    return present;
  }

  /** The keys that stay are given once by each walk, and found by each lookup. */
  private static Void readWhole(ConcurrentMap<Long, Integer> map, AtomicBoolean stop) {
    while (!stop.get()) {
      List<Long> given = new ArrayList<>();
      map.forEach(
          (key, value) -> {
            if (value == -1) {
              given.add(key);
            }
          });
      assertThat(given).containsExactlyInAnyOrderElementsOf(FIXED);
      for (Long key : FIXED) {
        assertThat(map.get(key)).isEqualTo(-1);
      }
    }
    return null;
  }

  /** Threads count up few keys, which come and go. */
  @ParameterizedTest
  @EnumSource
  void merges_ofTheSameKeys_areAllCounted(RivalUnderTest kind) throws Exception {
    ConcurrentMap<Long, Integer> map = kind.newMap();
    ExecutorService threads = Executors.newCachedThreadPool();
    int taken = 0;
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int thread = 0; thread < WRITERS; thread++) {
        int seed = thread;
        Callable<Integer> count =
            () -> {
              SplittableRandom random = new SplittableRandom(seed);
              int own = 0;
              for (int round = 0; round < ROUNDS; round++) {
                Long key = (long) random.nextInt(4);
                if (random.nextInt(8) == 0) {
                  Integer removed = map.remove(key);
                  own += removed == null ? 0 : removed;
                } else {
                  map.merge(key, 1, Integer::sum);
                  own--;
                }
              }
              return own;
            };
        all.add(threads.submit(count));
      }
      for (Future<Integer> one : all) {
        taken += one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(map.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(-taken);
    RivalUnderTest.validate(map);
  }
}
