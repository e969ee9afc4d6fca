package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jets.collections.internal.linear.BucketLayout;
import org.jets.collections.internal.linear.BucketReader;
import org.jets.collections.internal.linear.LockStripes;
import org.jets.collections.internal.linear.Stripe;
import org.jets.collections.internal.linear.TableSizer;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The interleavings that could break striped linear hashing, each by its name. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StripedHashMapRaceTest {
  private static final int ROUNDS = TestScale.count(2_000);

  static List<StripedOptions> options() {
    return List.of(
        StripedOptions.defaults(),
        StripedOptions.defaults().withSingleLock().withReaderGroups(2),
        StripedOptions.defaults().withFixedLocks(16));
  }

  /** Runs all, and reports what the first that fails throws; the last one ends the others. */
  private static void race(AtomicBoolean over, List<Callable<?>> others, Callable<?> last)
      throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> results = new ArrayList<>();
      for (Callable<?> other : others) {
        results.add(threads.submit(other));
      }
      try {
        last.call();
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

  private static Callable<Void> repeat(AtomicBoolean over, Runnable step) {
    return () -> {
      while (!over.get()) {
        step.run();
      }
      return null;
    };
  }

  private static Callable<Void> times(int rounds, Runnable step) {
    return () -> {
      for (int i = 0; i < rounds; i++) {
        step.run();
      }
      return null;
    };
  }

  private static void growAndShrink(Map<Object, Integer> map) {
    for (int i = 0; i < 100; i++) {
      map.put(i, i);
    }
    for (int i = 0; i < 100; i++) {
      map.remove(i);
    }
  }

  @Test
  void lock_waiterWhileLocksAreReplaced_getsOneOfTheNew() throws Exception {
    LockStripes locks = new LockStripes(StripedOptions.defaults());
    Stripe[] old = locks.lockAll();
    List<Stripe> taken = new ArrayList<>();
    Thread waiter = new Thread(() -> taken.add(locks.lock(5)));
    waiter.start();
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait(); // It has found the old lock held, and sleeps.
    }

    locks.replace(old, 8);
    waiter.join();

    assertThat(taken).containsExactly(locks.all()[5]);
    assertThat(old).allMatch(BucketLock::isRetired);
  }

  @Test
  void put_whileLocksAreDoubledAndHalved_losesNothing() throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    AtomicBoolean over = new AtomicBoolean();
    int[] locks = {8, 4, 16, 32};
    int[] turn = {0};

    race(
        over,
        List.of(
            repeat(over, () -> map.locks.want(locks[turn[0]++ % locks.length])),
            repeat(over, () -> growAndShrink(map))),
        times(
            ROUNDS,
            () -> {
              map.merge("counter", 1, Integer::sum);
              assertThat(map.put("key", 1)).isNull();
              assertThat(map.remove("key")).isEqualTo(1);
            }));

    assertThat(map).containsExactly(Map.entry("counter", ROUNDS));
    map.validate();
  }

  /** A key whose comparison does something first, on the thread that compares. */
  private static final class Interposed {
    private final Runnable inBetween;

    Interposed(Runnable inBetween) {
      this.inBetween = inBetween;
    }

    @Override
    public boolean equals(Object other) {
      inBetween.run();
      return "sought".equals(other);
    }

    @Override
    public int hashCode() {
      return "sought".hashCode();
    }
  }

  @Test
  void get_tableGrowsAndShrinksBetweenItsTwoReads_findsTheKey() {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    map.put("sought", 7);

    assertThat(map.get(new Interposed(() -> growAndShrink(map)))).isEqualTo(7);
  }

  @Test
  void get_tableGrowsBetweenItsTwoReads_findsTheKeyWhereItWent() {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    map.put("sought", 7);
    int[] added = {0};
    Runnable growth =
        () -> {
          for (int i = 0; i < 20; i++) {
            map.put(added[0]++, 0);
          }
        };

    for (int i = 0; i < 200; i++) {
      assertThat(map.get(new Interposed(growth))).isEqualTo(7);
    }
  }

  /**
   * A reader that is held up finds the number of buckets as it was. The table has been copied into
   * larger arrays, and back, since. There is a reader for each processor, so that the thread that
   * grows and shrinks it holds one up when it wakes from its sleep.
   */
  @Test
  void get_heldUpWhileTableGrowsAndShrinks_findsTheKey() throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    AtomicBoolean over = new AtomicBoolean();
    List.of("a", "b", "c").forEach(key -> map.put(key, 1));
    Runnable reader =
        () -> {
          assertThat(map.get("a")).isEqualTo(1);
          assertThat(map.get("b")).isEqualTo(1);
          assertThat(map.get("c")).isEqualTo(1);
        };

    race(
        over,
        Collections.nCopies(Runtime.getRuntime().availableProcessors(), repeat(over, reader)),
        times(
            ROUNDS,
            () -> {
              growAndShrink(map);
              LockSupport.parkNanos(1_000);
            }));
  }

  /** A reader that has found a bucket at rest takes the number of buckets for what it was. */
  @Test
  void put_tableGrows_hasCountedABucketThatIsAtRest() throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    AtomicBoolean over = new AtomicBoolean();
    int[] last = {0};

    race(
        over,
        List.of(
            repeat(
                over,
                () -> {
                  int next = map.table.buckets();
                  boolean isAtRest =
                      next < map.table.capacity() && map.table.bucketAt(next).isAtRest();
                  VarHandle.acquireFence();
                  if (isAtRest && map.table.buckets() == next) {
                    throw new AssertionError("at rest, not counted: " + next);
                  }
                })),
        times(50 * ROUNDS, () -> map.put(++last[0], 0)));
  }

  @Test
  void get_slotTakenByAnotherKeyBetweenItsTwoReads_doesNotFindThatValue() {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    map.put("sought", 7);
    Runnable exchange =
        () -> {
          map.remove("sought");
          for (int i = 0; i < 12; i++) {
            map.put(i, i + 100);
          }
        };

    assertThat(map.get(new Interposed(exchange))).isNull();
  }

  @Test
  void get_besideReplacementOfAllArrays_alwaysFindsStayingKeys() throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>();
    AtomicBoolean over = new AtomicBoolean();
    map.put("stays", 1);
    Runnable churn =
        () -> {
          for (int i = 0; i < 20_000; i++) {
            map.put(i, i);
          }
          for (int i = 0; i < 20_000; i++) {
            map.remove(i);
          }
        };

    race(
        over,
        List.of(repeat(over, () -> assertThat(map.get("stays")).isEqualTo(1))),
        times(TestScale.count(20), churn));

    map.validate();
    assertThat(map.table.capacity()).isLessThan(64);
  }

  @ParameterizedTest
  @MethodSource("options")
  void mappingCount_besidePutAndRemove_isOneThatThereWas(StripedOptions options) throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>(options);
    AtomicBoolean over = new AtomicBoolean();
    map.put(0, 0);
    int[] last = {0};

    race(
        over,
        List.of(repeat(over, () -> assertThat(map.mappingCount()).isBetween(1L, 2L))),
        times(
            10 * ROUNDS,
            () -> {
              map.put(++last[0], 0);
              map.remove(last[0] - 1);
            }));
  }

  /** Between reading the first lock's counts and the last one's there is time for many moves. */
  @Test
  void exactCount_besideMovesFromTheLastLockToTheFirst_isOneThatThereWas() throws Exception {
    LockStripes locks = new LockStripes(StripedOptions.defaults().withFixedLocks(4_096));
    Stripe[] all = locks.all();
    AtomicBoolean over = new AtomicBoolean();

    race(
        over,
        List.of(
            repeat(
                over,
                () -> {
                  count(all[0], 1, 0);
                  count(all[all.length - 1], 0, 1);
                })),
        () -> {
          while (all[0].insertedAcquire() == 0) {
            Thread.onSpinWait();
          }
          return times(300, () -> assertThat(locks.exactCount()).isBetween(0L, 1L)).call();
        });
  }

  private static void count(Stripe stripe, int insertions, int removals) {
    assertThat(stripe.lock()).isTrue();
    try {
      stripe.count(insertions, removals);
    } finally {
      stripe.unlock();
    }
  }

  @Test
  void estimate_removalPublishedBeforeThePut_isNotNegative() {
    StripedOptions options = StripedOptions.defaults();
    StripedHashMap<Object, Integer> map = new StripedHashMap<>(options);
    TableSizer<Object> sizer = new TableSizer<>(map.table, map.locks, options);

    sizer.publish(-1);

    assertThat(sizer.estimate()).isZero();
  }

  @Test
  void mappingCount_centralCounterBesideClear_isNeverNegative() throws Exception {
    StripedHashMap<Object, Integer> map =
        new StripedHashMap<>(StripedOptions.defaults().withCentralCounter());
    AtomicBoolean over = new AtomicBoolean();

    race(
        over,
        List.of(
            repeat(over, () -> assertThat(map.mappingCount()).isNotNegative()),
            repeat(over, map::clear)),
        times(ROUNDS, () -> growAndShrink(map)));

    map.clear();
    assertThat(map.mappingCount()).isZero();
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("options")
  void putAllAtOnce_besideReaders_isSeenWholeOrNotAtAll(StripedOptions options) throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>(options);
    AtomicBoolean over = new AtomicBoolean();
    map.putAllAtOnce(Map.of("a", 0, "b", 0, "c", 0));
    int[] version = {0};
    Runnable reader =
        () -> {
          int a = map.get("a");
          int b = map.get("b");
          int c = map.get("c");
          assertThat(b).isGreaterThanOrEqualTo(a);
          assertThat(c).isGreaterThanOrEqualTo(b);
        };

    race(
        over,
        List.of(repeat(over, reader), repeat(over, () -> growAndShrink(map))),
        times(
            50 * ROUNDS,
            () -> {
              int next = ++version[0];
              map.putAllAtOnce(Map.of("a", next, "b", next, "c", next));
            }));
  }

  /** A key that is there with the same value before and after had the other one beside it. */
  private static void assertTogether(Map<Object, Integer> map, String key, String other) {
    Integer before = map.get(key);
    Integer beside = map.get(other);
    if (before != null && before.equals(map.get(key))) {
      assertThat(beside).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("options")
  void clear_besideReaders_isSeenWholeOrNotAtAll(StripedOptions options) throws Exception {
    StripedHashMap<Object, Integer> map = new StripedHashMap<>(options);
    AtomicBoolean over = new AtomicBoolean();
    int[] version = {0};
    Runnable reader =
        () -> {
          assertTogether(map, "a", "b");
          assertTogether(map, "b", "a");
        };

    race(
        over,
        List.of(repeat(over, reader)),
        times(
            10 * ROUNDS,
            () -> {
              int next = ++version[0];
              assertThat(map.putAllIfAbsent(Map.of("a", next, "b", next))).isTrue();
              assertThat(map.putAllIfAbsent(Map.of("b", 0, "c", 0))).isFalse();
              assertThat(map).doesNotContainKey("c");
              map.clear();
              assertThat(map).isEmpty();
            }));
    map.validate();
  }

  /** Finds that its bucket has changed, some times in a row. */
  private static final class UnluckyReader implements BucketReader {
    private int reads;

    @Override
    public void read(long[] words, Object[] slots, int index, int depth) {
      if (reads++ < 10) {
        words[BucketLayout.wordOf(index)] += 4; // Another version, at rest.
      }
    }
  }

  @Test
  @Timeout(60)
  void read_failedWhileAFunctionRuns_doesNotWaitForIt() throws Exception {
    StripedHashMap<Long, Long> map =
        new StripedHashMap<>(StripedOptions.defaults().withSingleLock());
    map.put(1L, 1L);
    CountDownLatch inFunction = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () ->
                map.compute(
                    1L,
                    (k, v) -> {
                      inFunction.countDown();
                      try {
                        mayEnd.await();
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                      return 2L;
                    }));
    writer.setDaemon(true);
    writer.start();
    inFunction.await();
    UnluckyReader reader = new UnluckyReader();

    map.table.read(map.keys.hash(1L), reader); // Would wait for ever at the lock.

    assertThat(reader.reads).isEqualTo(11);
    mayEnd.countDown();
    writer.join();
    assertThat(map).isEqualTo(Map.of(1L, 2L));
    map.validate();
  }
}
