package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests inserts of many keys with concurrent readers and writers: all of them or none, and none
 * lost.
 */
class AtomicInsertTest {
  private static final int KEYS = 8;
  private static final int ROUNDS = 20_000;

  private final Owner owner = new TableSpace().newOwner();
  private final ExecutorService executor = newExecutor();

  /** Virtual threads, where the JDK has them. */
  private static ExecutorService newExecutor() {
    if (Runtime.version().feature() < 21) {
      return Executors.newCachedThreadPool();
    }
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("virtual threads", e);
    }
  }

  @AfterEach
  void end() {
    executor.shutdownNow();
    owner.close();
  }

  private static List<Tuple> round(int value) {
    List<Tuple> objects = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      objects.add(t(key, value));
    }
    return objects;
  }

  private static long valueAt(EtsTable table, int key) {
    return ((IntegerTerm) table.lookupElement(i(key), 2)).longValue();
  }

  /**
   * Values only grow, so the value of a key read later must not be smaller than one read earlier.
   */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_growingValues_noReaderSeesAKeyBehindAnother(Variant variant) throws Exception {
    EtsTable table = owner.newTable("t", variant.options());
    table.insert(round(0));
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(2);
    Callable<Void> reader =
        () -> {
          long last = 0;
          for (int key = 0; !done.get(); key = (key + 3) % KEYS) {
            long value = valueAt(table, key);
            assertThat(value).isGreaterThanOrEqualTo(last);
            last = value;
            reading.countDown();
          }
          return null;
        };
    List<Future<Void>> readers = List.of(executor.submit(reader), executor.submit(reader));
    int rounds = TestScale.count(ROUNDS);
    try {
      assertThat(reading.await(1, TimeUnit.MINUTES)).isTrue();
      for (int n = 1; n <= rounds; n++) {
        table.insert(round(n));
      }
    } finally {
      done.set(true);
    }
    for (Future<Void> future : readers) {
      future.get();
    }
    assertThat(table.tab2list()).containsExactlyInAnyOrderElementsOf(round(rounds));
  }

  /** Of concurrent inserts of the same new keys, one inserts them all. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insertNew_sameKeysFromManyThreads_oneWinsThemAll(Variant variant) throws Exception {
    EtsTable table = owner.newTable("t", variant.options().withPublicAccess());
    int threads = 3;
    for (int n = 0; n < TestScale.count(ROUNDS / 20); n++) {
      List<Future<Boolean>> futures = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        List<Tuple> objects = round(thread);
        if (thread == 1) {
          Collections.reverse(objects);
        }
        futures.add(executor.submit(() -> table.insertNew(objects)));
      }
      int winner = -1;
      for (int thread = 0; thread < threads; thread++) {
        if (futures.get(thread).get()) {
          assertThat(winner).as("second winner").isEqualTo(-1);
          winner = thread;
        }
      }
      assertThat(table.tab2list()).containsExactlyInAnyOrderElementsOf(round(winner));
      table.deleteAllObjects();
      assertThat(table.size()).isZero();
    }
  }

  /** Counters count during batch inserts of other threads; no increment is lost. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_besideInserts_losesNothing(Variant variant) throws Exception {
    EtsTable table = owner.newTable("t", variant.options().withPublicAccess());
    table.insert(round(0));
    int adds = TestScale.count(ROUNDS);
    int threads = 2;
    List<Future<?>> futures = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      futures.add(
          executor.submit(
              () -> {
                for (int n = 0; n < adds; n++) {
                  table.updateCounter(i(n % KEYS), 1);
                }
              }));
    }
    // Inserts other keys together, and each time a new one with the counters.
    for (int n = 0; n < adds / 10; n++) {
      table.insert(List.of(t(1000 + n, n), t(500, n), t(501, n)));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    long sum = 0;
    for (int key = 0; key < KEYS; key++) {
      sum += valueAt(table, key);
    }
    assertThat(sum).isEqualTo((long) adds * threads);
    assertThat(table.size()).isEqualTo(KEYS + adds / 10 + 2);
  }

  /**
   * Each thread finds its objects in the order in which it inserted them, alone and with others.
   */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_manyIntoBag_neitherLosesNorDoublesUnderContention(Variant variant) throws Exception {
    EtsTable table = owner.newTable("t", variant.options().withPublicAccess());
    int rounds = TestScale.count(ROUNDS / 4);
    int threads = 3;
    List<Future<?>> futures = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int base = thread * rounds * 2;
      futures.add(
          executor.submit(
              () -> {
                for (int n = 0; n < rounds; n++) {
                  table.insert(t("k", base + 2 * n));
                  if (n % 10 == 0) {
                    table.insert(List.of(t("k", base + 2 * n + 1), t("j", base + n)));
                  }
                }
              }));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    int perThread = rounds + (rounds + 9) / 10;
    List<Tuple> objects = table.lookup(Terms.a("k"));
    assertThat(objects).hasSize(threads * perThread).doesNotHaveDuplicates();
    for (int thread = 0; thread < threads; thread++) {
      long from = (long) thread * rounds * 2;
      List<Long> mine =
          objects.stream()
              .map(object -> ((IntegerTerm) object.element(2)).longValue())
              .filter(value -> value >= from && value < from + rounds * 2L)
              .toList();
      assertThat(mine).hasSize(perThread).isSorted();
    }
    assertThat(table.size())
        .isEqualTo(threads * (perThread + (rounds + 9L) / 10))
        .isEqualTo(table.tab2list().size());
    assertThat(table.lookup((Term) Terms.a("j"))).hasSize(threads * ((rounds + 9) / 10));
  }

  /** Objects whose insert returned before a clear are gone after it; later ones stay. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void deleteAllObjects_besideInserts_sizeAgreesAtRest(Variant variant) throws Exception {
    EtsTable table = owner.newTable("t", variant.options().withPublicAccess());
    int rounds = TestScale.count(ROUNDS / 4);
    List<Future<?>> futures = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      futures.add(
          executor.submit(
              () -> {
                for (int n = 0; n < rounds; n++) {
                  table.insert(t(n % 100, n));
                  table.take(i((n + 50) % 100));
                }
              }));
    }
    while (futures.stream().anyMatch(future -> !future.isDone())) {
      table.deleteAllObjects();
      table.insert(List.of(t(0, "x"), t(1, "x")));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    assertThat(table.size()).isEqualTo(table.tab2list().size());
    table.deleteAllObjects();
    assertThat(table.size()).isZero();
  }
}
