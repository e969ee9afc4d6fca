package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests traversals of a fixed table with concurrent inserts and deletions. Each shows every key
 * that stays exactly once and none twice. No step fails, and no object is shown that never existed.
 *
 * <p>Even keys stay, and their objects are replaced; odd keys come and go, one by one and together
 * with others.
 */
class FixedTraversalStressTest {
  private static final int KEYS = 400;
  private static final int TRAVERSALS = 120;
  private static final int HANDOFFS = 1_000;
  private static final int FEW_KEYS = 4;
  private static final int REMOVALS = 5_000;

  /**
   * The time for which a waiting thread leaves the processor to the other thread, since there may
   * be only one processor.
   */
  private static final long POLL_NANOS = 1_000;

  private final Owner owner = new TableSpace().newOwner();
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    executor.shutdownNow();
    owner.close();
  }

  private static void insertAndDelete(LocalTable table, AtomicBoolean done, long seed) {
    Random random = new Random(seed);
    while (!done.get()) {
      int odd = random.nextInt(KEYS) | 1;
      switch (random.nextInt(6)) {
        case 0, 1 -> table.insert(t(odd, 0));
        case 2 -> table.delete(i(odd));
        case 3 -> table.take(i(odd));
        case 4 -> table.insert(List.of(t(odd, 0), t((odd + 2) % KEYS, 0), t(odd - 1, 0)));
        default -> table.insert(t(odd - 1, 0));
      }
      // The table only grows during the walk, so that maps resize.
      table.insertNew(t(KEYS + 1 + 2 * random.nextInt(4 * KEYS), 0));
    }
  }

  private static List<Term> byNext(LocalTable table) {
    List<Term> keys = new ArrayList<>();
    for (Optional<Term> key = table.first(); key.isPresent(); key = table.next(key.get())) {
      keys.add(key.get());
    }
    return keys;
  }

  private static List<Term> byPrevLookup(LocalTable table) {
    List<Term> keys = new ArrayList<>();
    Optional<Map.Entry<Term, List<Tuple>>> step = table.lastLookup();
    while (step.isPresent()) {
      Term key = step.get().getKey();
      assertThat(step.get().getValue()).isNotEmpty().containsOnly(t(key, 0));
      keys.add(key);
      step = table.prevLookup(key);
    }
    return keys;
  }

  private static List<Term> keys(LocalTable table, Stream<Tuple> objects) {
    try (objects) {
      return keys(table, objects.toList());
    }
  }

  /** Returns the keys of objects; in a duplicate_bag those of one key are adjacent. */
  private static List<Term> keys(LocalTable table, List<Tuple> objects) {
    List<Term> keys = new ArrayList<>();
    for (Tuple object : objects) {
      Term key = object.element(1);
      boolean isAnother =
          table.type() == TableType.DUPLICATE_BAG
              && !keys.isEmpty()
              && key.equals(keys.get(keys.size() - 1));
      if (!isAnother) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static List<Term> byFold(LocalTable table) {
    List<Tuple> objects = new ArrayList<>();
    table.<Boolean>foldl((object, added) -> objects.add(object), true);
    return keys(table, objects);
  }

  private static void assertTraversal(List<Term> keys) {
    assertThat(keys).doesNotHaveDuplicates();
    long even = keys.stream().filter(FixedTraversalStressTest::stays).count();
    assertThat(even).isEqualTo(KEYS / 2);
  }

  private static boolean stays(Term key) {
    return ((IntegerTerm) key).longValue() % 2 == 0;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void traversal_besideInsertersAndDeleters_showsStayingKeysOnce(Variant variant) throws Exception {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    for (int key = 0; key < KEYS; key += 2) {
      table.insert(t(key, 0));
    }
    table.safeFixtable(true);
    AtomicBoolean done = new AtomicBoolean();
    List<Future<?>> writers = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      int seed = thread;
      writers.add(executor.submit(() -> insertAndDelete(table, done, seed)));
    }
    List<Supplier<List<Term>>> traversals =
        List.of(
            () -> byNext(table),
            () -> byPrevLookup(table),
            () -> byFold(table),
            () -> keys(table, table.stream()),
            () -> keys(table, table.stream().parallel()),
            () -> keys(table, table.snapshot().stream()));
    try {
      for (int n = 0; n < TestScale.count(TRAVERSALS); n++) {
        assertTraversal(traversals.get(n % traversals.size()).get());
        if (n % 20 == 19) {
          table.safeFixtable(false);
          table.safeFixtable(true);
        }
      }
    } finally {
      done.set(true);
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    List<Term> rest = byNext(table);
    assertThat(keys(table, table.stream())).containsExactlyInAnyOrderElementsOf(rest);
    assertThat(table.size()).isEqualTo(table.tab2list().size());
  }

  private static void removeOneOfFew(LocalTable table, AtomicBoolean done, long seed) {
    Random random = new Random(seed);
    while (!done.get()) {
      int key = random.nextInt(FEW_KEYS);
      switch (random.nextInt(10)) {
        case 0 -> table.delete(i(key));
        case 1 -> table.deleteObject(t(key, 0));
        case 2 -> table.takeAll(List.of(i(key)));
        case 3 -> table.selectDelete(MatchSpec.objectsLike(t(key, Atom.of("_"))));
        case 4 -> table.deleteAllObjects();
        default -> table.insert(t(key, 0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_keyIsRemovedInAnyWay_doesNotFail(Variant variant) throws Exception {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    AtomicBoolean done = new AtomicBoolean();
    List<Future<?>> writers = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      int seed = thread;
      writers.add(executor.submit(() -> removeOneOfFew(table, done, seed)));
    }
    try {
      for (int n = 0; n < TestScale.count(REMOVALS); n++) {
        table.safeFixtable(true);
        assertThat(byNext(table)).hasSizeLessThanOrEqualTo(FEW_KEYS);
        table.safeFixtable(false);
      }
    } finally {
      done.set(true);
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
  }

  /** The visible key is the only one. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void first_keyCanBeSeen_isThatKey(Variant variant) throws Exception {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    table.safeFixtable(true);
    int count = TestScale.count(HANDOFFS);
    AtomicInteger deleted = new AtomicInteger();
    Future<?> writer =
        executor.submit(
            () -> {
              for (int n = 1; n <= count && !Thread.interrupted(); n++) {
                switch (n % 3) {
                  case 0 -> table.insert(t(n, 0));
                  case 1 -> table.insertNew(t(n, 0));
                  default -> table.insert(List.of(t(n, 0)));
                }
                while (deleted.get() < n && !Thread.currentThread().isInterrupted()) {
                  LockSupport.parkNanos(POLL_NANOS);
                }
              }
            });
    for (int n = 1; n <= count; n++) {
      while (!table.member(i(n))) {
        assertThat(writer.isDone()).isFalse();
        LockSupport.parkNanos(POLL_NANOS);
      }
      assertThat(table.first()).contains(i(n));
      table.delete(i(n));
      deleted.set(n);
    }
    writer.get();
  }

  /**
   * One thread moves a token from key to key; there is one token at each moment, or two in between.
   */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void snapshot_besideWriters_isOfOneMoment(Variant variant) throws Exception {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    table.insert(t(0, 0));
    AtomicBoolean done = new AtomicBoolean();
    Future<?> mover =
        executor.submit(
            () -> {
              for (int n = 1; !done.get(); n++) {
                table.insert(t(n % KEYS, 0));
                table.delete(i((n - 1) % KEYS));
              }
            });
    Future<?> pairs =
        executor.submit(
            () -> {
              for (int n = 0; !done.get(); n++) {
                table.insert(List.of(t(-1 - n % 50, n), t(-101 - n % 50, n)));
                if (n % 50 == 49) {
                  for (int key = 1; key <= 50; key++) {
                    table.delete(i(-key));
                    table.delete(i(-100 - key));
                  }
                }
              }
            });
    try {
      for (int n = 0; n < TestScale.count(200); n++) {
        List<Tuple> objects = table.snapshot().tab2list();
        List<Long> keys =
            objects.stream().map(object -> ((IntegerTerm) object.element(1)).longValue()).toList();
        assertThat(keys.stream().filter(key -> key >= 0)).hasSizeBetween(1, 2);
        for (long key : keys) {
          if (key < 0 && key > -100) {
            assertThat(keys).contains(key, key - 100);
          }
        }
      }
    } finally {
      done.set(true);
    }
    mover.get();
    pairs.get();
  }
}
