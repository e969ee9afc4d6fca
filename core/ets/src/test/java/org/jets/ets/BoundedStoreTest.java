package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.eviction.BoundedStore;
import org.jets.ets.eviction.Ranks;
import org.jets.ets.limit.Bounds;
import org.jets.ets.store.Batch;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.ForwardingStore;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.WatchedStore;
import org.jets.terms.Binary;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that bounds hold, that the policy agrees with the map, and that all evictions are told. */
class BoundedStoreTest {
  private static final int MOST = 8;
  private static final int KEYS = 30;
  private static final int STEPS = 20_000;
  private static final int THREADS = 4;
  private static final long PATIENCE_SECONDS = 60;

  /** A store, the store of its map's changes, and the listener of these. */
  private static final class Bounded {
    final ChangeMirror mirror;
    final TableStore watched;
    final BoundedStore store;
    private final Bounds bounds;

    Bounded(Variant variant, Bounds bounds) {
      this.bounds = bounds;
      Reference table = Reference.of(a("n"), 0, 1);
      StoreConfig config = new StoreConfig(table, variant.type(), 1, Concurrency.UNNAMED);
      mirror = new ChangeMirror(variant.type());
      watched = new WatchedStore(variant.restlessStore(config), mirror);
      store = new BoundedStore(watched, bounds, id -> variant.restlessStore(config));
    }

    static Bounded ofObjects(Variant variant) {
      return new Bounded(variant, Bounds.UNBOUNDED.withMaxObjects(MOST));
    }

    static Bounded ofBoth(Variant variant) {
      return new Bounded(
          variant, Bounds.UNBOUNDED.withMaxObjects(2 * MOST).withMaxBytes(MOST * 130));
    }

    void insert(Tuple object) {
      Term key = store.config().key(object);
      if (store.config().type().isSet()) {
        store.put(key, object);
      } else {
        store.compute(key, ObjectUpdate.insert(store.config(), object));
      }
    }

    boolean insertAll(boolean ifAbsent, Tuple... objects) {
      return store.insertAll(new Batch(store.config(), List.of(objects)), ifAbsent);
    }

    void check(String when) {
      assertThat(Ranks.disagreements(store)).as(when).isEmpty();
      assertThat(mirror.breaches(watched)).as(when).isEmpty();
      assertThat(store.size()).as(when).isLessThanOrEqualTo(bounds.maxObjects());
      assertThat(Ranks.bytes(store)).as(when).isLessThanOrEqualTo(bounds.maxBytes());
    }
  }

  private static void callAtRandom(Bounded bounded, SplittableRandom random) {
    int n = random.nextInt(KEYS);
    Term key = random.nextInt(4) > 0 ? i(n) : f(n);
    Tuple object = Tuple.of(key, random.nextBoolean() ? i(random.nextInt(3)) : f(n));
    TableStore store = bounded.store;
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4 -> bounded.insert(object);
      case 5 -> store.putIfAbsent(key, object);
      case 6 -> store.remove(key);
      case 7 -> store.compute(key, ObjectUpdate.delete(store.config(), object));
      case 8 -> bounded.insertAll(false, object, t(n + 1, 1), t(0, 7), t(n + 2, f(3)));
      case 9 -> bounded.insertAll(true, object, t(n + 1, 1));
      case 10 -> {
        if (random.nextInt(8) == 0) {
          store.clear();
        }
      }
      default -> store.get(key);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_oneThread_leaveNoMoreThanAllowed(Variant variant) {
    for (boolean ofBoth : new boolean[] {false, true}) {
      Bounded bounded = ofBoth ? Bounded.ofBoth(variant) : Bounded.ofObjects(variant);
      long seed = System.nanoTime();
      SplittableRandom random = new SplittableRandom(seed);
      for (int n = 0; n < TestScale.count(STEPS / 4); n++) {
        callAtRandom(bounded, random);
        bounded.check(variant + ", seed " + seed);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_manyThreads_leaveNoMoreThanAllowed(Variant variant) throws Exception {
    long seed = System.nanoTime();
    SplittableRandom seeds = new SplittableRandom(seed);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (int round = 0; round < 4; round++) {
        Bounded bounded = round % 2 == 0 ? Bounded.ofBoth(variant) : Bounded.ofObjects(variant);
        List<CompletableFuture<Void>> users = new ArrayList<>();
        for (int n = 0; n < THREADS; n++) {
          SplittableRandom random = seeds.split();
          users.add(
              CompletableFuture.runAsync(
                  () -> {
                    for (int step = TestScale.count(STEPS) / THREADS; step > 0; step--) {
                      callAtRandom(bounded, random);
                    }
                  },
                  threads));
        }
        for (CompletableFuture<Void> user : users) {
          user.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        bounded.check(variant + ", seed " + seed);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_lessThanAllowed_evictsNothing(Variant variant) {
    Bounded bounded = new Bounded(variant, Bounds.UNBOUNDED.withMaxObjects(KEYS));
    for (int n = 0; n < KEYS; n++) {
      bounded.insert(t(n, "v"));
      bounded.store.get(i(n % 7));
    }
    bounded.check(variant.toString());
    assertThat(bounded.store.size()).isEqualTo(KEYS);
  }

  private static void fail() {
    throw new IllegalStateException("refused");
  }

  /** A listener that refuses evictions keeps the table from growing, and not from shrinking. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_evictionsFail_refusesTheNextOneUntilTheyPass(Variant variant) {
    Bounded bounded = Bounded.ofObjects(variant);
    for (int n = 0; n < MOST; n++) {
      bounded.insert(t(n));
    }
    int[] calls = {0};
    bounded.mirror.on(
        "prepare",
        () -> {
          if (++calls[0] % 2 == 0) {
            fail();
          }
        });
    bounded.insert(t(MOST)); // The eviction is the second call.
    assertThat(bounded.store.size()).isEqualTo(MOST + 1);
    bounded.mirror.on("prepare", BoundedStoreTest::fail);
    assertThatThrownBy(() -> bounded.insert(t(MOST + 1))).hasMessage("refused");
    assertThatThrownBy(() -> bounded.insertAll(false, t(MOST + 1), t(MOST + 2)))
        .hasMessage("refused");
    assertThat(bounded.store.size()).isEqualTo(MOST + 1);
    bounded.mirror.on("prepare", () -> {});
    assertThat(bounded.store.remove(i(0)) != null).isTrue();
    bounded.insert(t(MOST + 1));
    bounded.check(variant.toString());
  }

  /** All kinds of changes, made of a store with the objects of keys 1 to 8. */
  private static List<Consumer<Bounded>> changes() {
    return List.of(
        bounded -> bounded.insert(t(1, "new")),
        bounded -> bounded.insert(t(9, "new")),
        bounded -> bounded.store.putIfAbsent(i(9), t(9, "new")),
        bounded -> bounded.store.remove(i(1)),
        bounded -> bounded.insertAll(false, t(1, "new"), t(9, "new"), t(10, "new")),
        bounded -> bounded.insertAll(true, t(11, "new"), t(12, "new")),
        bounded -> bounded.store.clear());
  }

  @Test
  void change_noMemoryAtAnyAllocation_leavesPolicyAndMapInAgreement() throws Exception {
    IntPredicate run = AllocationFaults.load(Changing.class);
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(10);
  }

  /** Makes each change with a fault, in each store; false if no change reached it. */
  static final class Changing implements IntPredicate {
    /** Makes each change once without a fault, so that all classes are initialized. */
    Changing() {
      test(0);
    }

    @Override
    public boolean test(int fault) {
      boolean isFired = false;
      for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
        for (Consumer<Bounded> change : changes()) {
          Bounded bounded = Bounded.ofObjects(variant);
          for (int n = 1; n <= MOST; n++) {
            bounded.insert(t(n, "old"));
          }
          AllocationFaults.arm(fault);
          try {
            change.accept(bounded);
          } catch (OutOfMemoryError e) {
            assertThat(e).hasMessage("injected");
          } finally {
            isFired |= AllocationFaults.disarm() && fault > 0;
          }
          String when = variant + ", fault " + fault;
          assertThat(bounded.store.size()).as(when).isLessThanOrEqualTo(MOST + 3);
          bounded.insert(t(20, "later"));
          if (bounded.mirror.missed() == 0) {
            bounded.check(when);
          } else {
            assertThat(Ranks.disagreements(bounded.store)).as(when).isEmpty();
            assertThat(bounded.store.size()).as(when).isLessThanOrEqualTo(MOST);
          }
        }
      }
      return isFired;
    }
  }

  /** A listener that fails after the map has made the change. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void change_failsAfterItIsMade_leavesPolicyAndMapInAgreement(Variant variant) {
    for (Consumer<Bounded> change : changes()) {
      Bounded bounded = Bounded.ofBoth(variant);
      for (int n = 1; n <= MOST; n++) {
        bounded.insert(t(n, "old"));
      }
      bounded.mirror.on("changed", BoundedStoreTest::fail);
      try {
        change.accept(bounded);
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("refused");
      }
      bounded.mirror.on("changed", () -> {});
      if (bounded.store.size() > 0) {
        assertThat(Ranks.disagreements(bounded.store)).as(variant.toString()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_alwaysFailsAfterItIsMade_doesNotGrowWithoutEnd(Variant variant) {
    Bounded bounded = Bounded.ofObjects(variant);
    bounded.mirror.on("changed", BoundedStoreTest::fail);
    for (int n = 0; n < 4 * MOST; n++) {
      Tuple object = t(n);
      assertThatThrownBy(() -> bounded.insert(object)).hasMessage("refused");
      assertThat(bounded.store.size()).isLessThanOrEqualTo(MOST + 1);
    }
    for (int n = 0; n < 4 * MOST; n++) {
      Tuple object = t(100 + n);
      assertThatThrownBy(() -> bounded.insertAll(false, object)).hasMessage("refused");
      assertThat(bounded.store.size()).isLessThanOrEqualTo(MOST + 1);
    }
    assertThat(Ranks.disagreements(bounded.store)).isEmpty();
  }

  /** A store that runs an action before each eviction. */
  private static class BeforeEvictions extends ForwardingStore {
    private final Runnable action;

    BeforeEvictions(TableStore store, Runnable action) {
      super(store);
      this.action = action;
    }

    @Override
    public void put(Term key, Tuple object) {
      store.put(key, object);
    }

    @Override
    public boolean putIfAbsent(Term key, Tuple object) {
      return store.putIfAbsent(key, object);
    }

    @Override
    public @Nullable Object remove(Term key) {
      return store.remove(key);
    }

    @Override
    public void compute(Term key, CellUpdate update) {
      if (update.cause() == Cause.EVICTION) {
        action.run();
      }
      store.compute(key, update);
    }

    @Override
    public boolean insertAll(Batch batch, boolean ifAbsent) {
      return store.insertAll(batch, ifAbsent);
    }

    @Override
    public long clear() {
      return store.clear();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An eviction comes between the reading of the cells and their writing, of the same objects. */
  @Test
  void insertAll_sameObjectsDuringAnEviction_leavesPolicyAndMapInAgreement() throws Exception {
    Variant variant = new Variant(TableType.ORDERED_SET, Backend.CA_TREE);
    StoreConfig config =
        new StoreConfig(Reference.of(a("n"), 0, 1), variant.type(), 1, Concurrency.UNNAMED);
    CountDownLatch isChosen = new CountDownLatch(1);
    CountDownLatch mayEvict = new CountDownLatch(1);
    TableStore held =
        new BeforeEvictions(
            variant.restlessStore(config),
            () -> {
              isChosen.countDown();
              await(mayEvict);
            });
    BoundedStore store =
        new BoundedStore(
            held, Bounds.UNBOUNDED.withMaxObjects(MOST), id -> variant.restlessStore(config));
    List<Tuple> objects = new ArrayList<>();
    for (int n = 0; n <= MOST; n++) {
      byte[] large = new byte[100];
      large[0] = (byte) n;
      objects.add(Tuple.of(Binary.of(large), i(n))); // The batch reads cells of large keys alone.
    }
    for (Tuple object : objects.subList(0, MOST)) {
      store.put(config.key(object), object);
    }
    Tuple last = objects.get(MOST);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(() -> store.put(config.key(last), last));
    await(isChosen);
    Batch batch = new Batch(config, objects);
    batch.through(
        (i, before, inserted, insertion) -> {
          Object cell = insertion.apply(before);
          if (i == batch.size() - 1) {
            mayEvict.countDown();
            other.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
          }
          return cell;
        });
    assertThat(store.insertAll(batch, false)).isTrue();
    assertThat(Ranks.disagreements(store)).isEmpty();
    assertThat(store.size()).isEqualTo(MOST);
  }

  @Test
  void evict_keyThatIsGone_isNotCounted() throws Exception {
    Variant variant = new Variant(TableType.ORDERED_SET, Backend.CA_TREE);
    StoreConfig config =
        new StoreConfig(Reference.of(a("n"), 0, 1), variant.type(), 1, Concurrency.UNNAMED);
    CountDownLatch isChosen = new CountDownLatch(1);
    CountDownLatch mayEvict = new CountDownLatch(1);
    TableStore held =
        new BeforeEvictions(
            variant.restlessStore(config),
            () -> {
              isChosen.countDown();
              await(mayEvict);
            });
    BoundedStore store =
        new BoundedStore(
            held, Bounds.UNBOUNDED.withMaxObjects(MOST), id -> variant.restlessStore(config));
    for (int n = 0; n < MOST; n++) {
      store.put(i(n), t(n, "v"));
    }
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> store.put(i(MOST), t(MOST, "v")), task -> new Thread(task).start());
    await(isChosen);
    for (int n = 0; n <= MOST; n++) {
      store.remove(i(n));
    }
    mayEvict.countDown();
    other.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    assertThat(store.size()).isZero();
    assertThat(store.removals().evictedKeys()).isZero();
    assertThat(store.removals().evictedObjects()).isZero();
    store.put(i(1), t(1, "v"));
    assertThat(store.size()).isEqualTo(1);
  }

  /** A store that is cleared while the thread whose eviction has failed looks at the victim. */
  private static final class ClearedMeanwhile extends BeforeEvictions {
    private final Runnable clear;
    private boolean isDue;

    ClearedMeanwhile(TableStore store, Runnable clear) {
      super(store, BoundedStoreTest::fail);
      this.clear = clear;
    }

    @Override
    public void compute(Term key, CellUpdate update) {
      isDue = update.cause() == Cause.EVICTION;
      super.compute(key, update);
    }

    @Override
    public @Nullable Object get(Term key) {
      Object held = store.get(key);
      if (isDue) {
        isDue = false;
        clear.run();
      }
      return held;
    }
  }

  @Test
  void clear_duringAnEvictionThatFails_leavesPolicyAndMapInAgreement() {
    for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
      StoreConfig config =
          new StoreConfig(Reference.of(a("n"), 0, 1), variant.type(), 1, Concurrency.UNNAMED);
      BoundedStore[] made = {null};
      TableStore held = new ClearedMeanwhile(variant.restlessStore(config), () -> made[0].clear());
      BoundedStore store = new BoundedStore(held, Bounds.UNBOUNDED.withMaxObjects(1), id -> held);
      made[0] = store;
      store.compute(i(1), ObjectUpdate.insert(config, t(1)));
      store.compute(i(2), ObjectUpdate.insert(config, t(2)));
      assertThat(store.size()).as(variant.toString()).isZero();
      assertThat(Ranks.disagreements(store)).as(variant.toString()).isEmpty();
    }
  }

  @Test
  void close_thenUse_fails() {
    Bounded bounded = Bounded.ofObjects(new Variant(TableType.SET, Backend.STRIPED));
    bounded.insert(t(1));
    bounded.store.close();
    assertThat(Ranks.bytes(bounded.store)).isZero();
    assertThatThrownBy(() -> bounded.insert(t(2))).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> bounded.store.get(i(1))).isInstanceOf(NoSuchTableException.class);
  }
}
