package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Thousands of virtual threads, where the JDK has them, work on few keys and all come to an end.
 */
class VirtualThreadsTest {
  private static final int THREADS = 2_000;
  private static final int CALLS = 50;
  private static final int KEYS = 64;

  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  @ParameterizedTest
  @EnumSource
  void updates_manyVirtualThreads_loseNone(MapUnderTest kind) throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads");
    AbstractConcurrentMap<Long, Integer> map = kind.ofLongs();
    ExecutorService executor = virtualThreads();
    List<Future<?>> threads = new ArrayList<>();

    for (int n = 0; n < THREADS; n++) {
      int number = n;
      threads.add(executor.submit(() -> work(map, number)));
    }
    for (Future<?> thread : threads) {
      thread.get();
    }
    executor.shutdown();

    assertThat(map.reduceToLong(1, (key, sum) -> sum, 0, Long::sum))
        .isEqualTo((long) THREADS * CALLS);
    map.validate();
  }

  private static void work(AbstractConcurrentMap<Long, Integer> map, int number) {
    for (int call = 0; call < CALLS; call++) {
      long key = (long) (number + call) % KEYS;
      map.merge(key, 1, Integer::sum);
      map.put(KEYS + (long) number, 0);
      if (call % 10 == 0) {
        LockSupport.parkNanos(1); // Lets others of them run, now that it is in the middle.
      }
      map.remove(KEYS + (long) number);
    }
  }
}
