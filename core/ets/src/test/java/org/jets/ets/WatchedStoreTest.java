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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jets.ets.store.Batch;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.WatchedStore;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.StackEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a listener learns of all changes of a store, in the order of each key. */
class WatchedStoreTest {
  private static final int WRITERS = 4;
  private static final int KEYS = 6;
  private static final long PATIENCE_SECONDS = 60;

  private static Stream<Variant> variants() {
    return Variant.all();
  }

  /** A store and its listener. */
  private static final class Watched {
    final ChangeMirror mirror;
    final TableStore store;

    Watched(Variant variant) {
      Reference table = Reference.of(a("n"), 0, 1);
      StoreConfig config = new StoreConfig(table, variant.type(), 1, Concurrency.UNNAMED);
      mirror = new ChangeMirror(variant.type());
      store = new WatchedStore(variant.restlessStore(config), mirror);
    }

    void check(String when) {
      assertThat(mirror.breaches(store)).as(when).isEmpty();
    }

    boolean insertAll(boolean ifAbsent, Tuple... objects) {
      return store.insertAll(new Batch(store.config(), List.of(objects)), ifAbsent);
    }

    void insert(Tuple object) {
      Term key = store.config().key(object);
      if (store.config().type().isSet()) {
        store.put(key, object);
      } else {
        store.compute(key, ObjectUpdate.insert(store.config(), object));
      }
    }

    void delete(Tuple object) {
      store.compute(store.config().key(object), ObjectUpdate.delete(store.config(), object));
    }
  }

  /** All kinds of changes, each of which changes a store with the objects of keys 1 to 3. */
  private static List<Consumer<Watched>> changes() {
    return List.of(
        watched -> watched.insert(t(1, "new")),
        watched -> watched.insert(t(4, "new")),
        watched -> watched.store.putIfAbsent(i(4), t(4, "new")),
        watched -> watched.store.remove(i(1)),
        watched -> watched.delete(t(2, "old")),
        watched -> watched.insertAll(false, t(1, "new"), t(4, "new"), t(5, "new")),
        watched -> watched.insertAll(true, t(4, "new"), t(5, "new")),
        watched -> watched.store.clear());
  }

  private static Watched filled(Variant variant) {
    Watched watched = new Watched(variant);
    watched.insertAll(false, t(1, "old"), t(2, "old"), t(3, "old"));
    return watched;
  }

  private static void changeAtRandom(Watched watched, SplittableRandom random) {
    int n = random.nextInt(KEYS);
    Term key = random.nextBoolean() ? i(n) : f(n);
    Tuple object = Tuple.of(key, i(random.nextInt(3)));
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4 -> watched.insert(object);
      case 5, 6 -> watched.store.putIfAbsent(key, object);
      case 7, 8, 9 -> watched.store.remove(key);
      case 10, 11 -> watched.delete(object);
      case 12, 13 -> watched.insertAll(false, object, t(n + 1, 1), t(0, 7));
      case 14 -> watched.insertAll(true, object, t(n + 1, 1));
      default -> {
        if (random.nextInt(8) == 0) {
          watched.store.clear();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void change_manyWriters_isToldInTheOrderOfItsKey(Variant variant) throws Exception {
    Watched watched = new Watched(variant);
    long seed = System.nanoTime();
    SplittableRandom seeds = new SplittableRandom(seed);
    List<CompletableFuture<Boolean>> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      SplittableRandom random = seeds.split();
      writers.add(
          StackEnd.start(
              0,
              () -> {
                for (int step = TestScale.count(5_000); step > 0; step--) {
                  changeAtRandom(watched, random);
                }
              }));
    }
    for (CompletableFuture<Boolean> writer : writers) {
      assertThat(writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    watched.check("seed " + seed);
    assertThat(watched.mirror.missed()).isZero();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void change_ofEachKind_isTold(Variant variant) {
    for (Consumer<Watched> change : changes()) {
      Watched watched = filled(variant);
      int[] told = {0};
      watched.mirror.on("changed", () -> told[0]++);
      long before = watched.store.size();
      change.accept(watched);
      watched.check("change");
      assertThat(told[0] > 0 || watched.store.size() == 0).as("told, size was %d", before).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void change_thatChangesNothing_isNotTold(Variant variant) {
    Watched watched = filled(variant);
    watched.mirror.on(
        "changed",
        () -> {
          throw new AssertionError("told");
        });
    watched.store.remove(i(9));
    watched.delete(t(1, "other"));
    watched.store.putIfAbsent(i(1), t(1, "new"));
    watched.insertAll(true, t(7, "new"), t(1, "new"));
    watched.check("nothing");
  }

  @ParameterizedTest
  @MethodSource("variants")
  void prepare_throws_refusesTheChange(Variant variant) {
    for (Consumer<Watched> change : changes()) {
      Watched watched = filled(variant);
      watched.mirror.on("prepare", WatchedStoreTest::fail);
      assertThatThrownBy(() -> change.accept(watched)).hasMessage("refused");
      watched.check("refused");
      assertThat(watched.store.size()).isEqualTo(3);
      goOnElsewhere(watched);
    }
  }

  private static void fail() {
    throw new IllegalStateException("refused");
  }

  /** Makes all changes in another thread, which would wait for a lock that is still held. */
  private static void goOnElsewhere(Watched watched) {
    watched.mirror.on("none", () -> {});
    CompletableFuture<Void> elsewhere =
        CompletableFuture.runAsync(() -> changes().forEach(change -> change.accept(watched)));
    elsewhere.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    watched.check("elsewhere");
  }

  @ParameterizedTest
  @MethodSource("variants")
  void listener_throwsAfterTheChange_leavesNoLockHeld(Variant variant) {
    for (String method : List.of("changed", "cleared", "end", "released")) {
      for (Consumer<Watched> change : changes()) {
        Watched watched = filled(variant);
        watched.mirror.on(method, WatchedStoreTest::fail);
        try {
          change.accept(watched);
        } catch (IllegalStateException e) {
          assertThat(e).hasMessage("refused");
        }
        watched.mirror.on("none", () -> {});
        if (watched.mirror.missed() == 0) {
          watched.check(method);
          goOnElsewhere(watched);
        } else {
          assertThat(method).isIn("changed", "cleared");
          watched.store.clear();
          goOnElsewhere(watched);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void close_tellsOnceAndWritesFail(Variant variant) {
    Watched watched = filled(variant);
    watched.store.close();
    assertThat(watched.mirror.closes()).isEqualTo(1);
    for (Consumer<Watched> change : changes()) {
      assertThatThrownBy(() -> change.accept(watched)).isInstanceOf(NoSuchTableException.class);
    }
    assertThat(watched.mirror.missed()).isZero();
  }

  @Test
  void change_noMemoryAtAnyAllocation_isToldOrMissed() throws Exception {
    IntPredicate run = AllocationFaults.load(Changing.class);
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(10);
  }

  /** Makes each change with a fault, in each store; false if no change reached it. */
  static final class Changing implements IntPredicate {
    @Override
    public boolean test(int fault) {
      boolean isFired = false;
      for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
        for (Consumer<Watched> change : changes()) {
          Watched watched = filled(variant);
          AllocationFaults.arm(fault);
          try {
            change.accept(watched);
          } catch (OutOfMemoryError e) {
            assertThat(e).hasMessage("injected");
          } finally {
            isFired |= AllocationFaults.disarm();
          }
          if (watched.mirror.missed() == 0) {
            watched.check(variant + ", fault " + fault);
            goOnElsewhere(watched);
          } else {
            watched.store.clear();
            goOnElsewhere(watched);
          }
        }
      }
      return isFired;
    }
  }
}
