package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.ets.TableLogException;
import org.jets.ets.Variant;
import org.jets.ets.cell.Cells;
import org.jets.ets.store.Batch;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests stores of each type with a log. */
class DurableStoreTest {
  private static final int KEYS = 6;
  private static final Atom NAME = Atom.of("table");

  private static Stream<Variant> variants() {
    return Variant.all();
  }

  private static Stream<Variant> sets() {
    return Variant.sets();
  }

  private static TableStore emptyStore(Variant variant) {
    return variant.restlessStore(
        new StoreConfig(Reference.of(Atom.of("n"), 0, 1), variant.type(), 1, Concurrency.UNNAMED));
  }

  private static DurableStore open(ForgetfulFiles files, Variant variant) throws IOException {
    return DurableStore.open(
        files, NAME, emptyStore(variant), LogOptions.defaults().withSegmentBytes(2_000));
  }

  /** Returns an integer or the float that is {@code ==} to it. */
  private static Term key(Random random) {
    int number = random.nextInt(KEYS);
    return random.nextInt(4) == 0 ? FloatTerm.of(number) : IntegerTerm.of(number);
  }

  private static Tuple object(Term key, long value) {
    return Tuple.of(key, IntegerTerm.of(value));
  }

  /** Returns the objects of each key in their order. */
  private static Map<Term, List<Tuple>> cells(TableStore store) {
    Map<Term, List<Tuple>> cells = new HashMap<>();
    store.forEachCell(cell -> cells.put(store.config().keyOf(cell), Cells.objects(cell)));
    assertThat(StreamSupport.stream(store.objects(), false).count()).isEqualTo(store.size());
    return cells;
  }

  private static void change(TableStore store, Random random) {
    Tuple object = object(key(random), random.nextInt(4));
    Term key = store.config().key(object);
    switch (random.nextInt(12)) {
      case 0 -> store.clear();
      case 1, 2 -> store.remove(key);
      case 3, 4 -> store.compute(key, ObjectUpdate.delete(store.config(), object));
      case 5 ->
          store.insertAll(
              new Batch(store.config(), List.of(object, object(key(random), 9))),
              random.nextBoolean());
      default -> {
        if (store.config().type().isSet()) {
          store.put(key, object);
        } else {
          store.compute(key, ObjectUpdate.insert(store.config(), object));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void open_randomChanges_hasTheSameObjects(Variant variant) throws IOException {
    Random random = new Random(1);
    ForgetfulFiles files = new ForgetfulFiles(random);
    Map<Term, List<Tuple>> expected = Map.of();
    for (int round = 0; round < 10; round++) {
      DurableStore durable = open(files, variant);
      assertThat(cells(durable.store())).isEqualTo(expected);
      for (int i = 0; i < 60; i++) {
        change(durable.store(), random);
        if (random.nextInt(30) == 0) {
          assertThat(durable.snapshot()).isEqualTo(cells(durable.store()).size());
        }
      }
      expected = cells(durable.store());
      if (round % 2 == 0) {
        durable.store().close();
      } else {
        durable.log().close();
      }
      files = files.afterPowerFailure();
    }
  }

  @ParameterizedTest
  @MethodSource("sets")
  void write_logHasFailed_changesNothingAndReadsGoOn(Variant variant) throws IOException {
    ForgetfulFiles files = new ForgetfulFiles(new Random(1));
    DurableStore durable = open(files, variant);
    TableStore store = durable.store();
    Tuple first = object(IntegerTerm.of(1), 1);
    Tuple second = object(IntegerTerm.of(2), 2);
    store.put(IntegerTerm.of(1), first);
    files.limitSpace(0);
    assertThatThrownBy(() -> store.put(IntegerTerm.of(2), second))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("No space left on device");
    Map<Term, List<Tuple>> cells = cells(store);

    List<Runnable> writes =
        List.of(
            () -> store.put(IntegerTerm.of(3), object(IntegerTerm.of(3), 3)),
            () -> store.remove(IntegerTerm.of(1)),
            store::clear,
            () -> store.insertAll(new Batch(store.config(), List.of(second)), false));
    for (Runnable write : writes) {
      assertThatThrownBy(write::run)
          .isInstanceOf(TableLogException.class)
          .hasMessageContaining("No space left on device");
    }
    assertThat(cells(store)).isEqualTo(cells);
    assertThat(store.get(IntegerTerm.of(1))).isEqualTo(first);
    assertThatThrownBy(store::close).isInstanceOf(TableLogException.class);
  }

  @ParameterizedTest
  @MethodSource("sets")
  void recovery_randomMoments_losesNoAcknowledgedWriteAndHalvesNoBatch(Variant variant)
      throws Exception {
    int crashes = TestScale.count(40);
    for (int seed = 0; seed < crashes; seed++) {
      Random random = new Random(seed);
      ForgetfulFiles files = new ForgetfulFiles(random);
      DurableStore durable = open(files, variant);
      files.failPowerAfter(random.nextInt(80));
      List<KeyWriter> writers = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        KeyWriter writer = new KeyWriter(durable.store(), i);
        writers.add(writer);
        threads.add(new Thread(writer));
      }
      threads.add(new Thread(() -> snapshots(durable)));
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThatThrownBy(durable.store()::close).isInstanceOf(TableLogException.class);

      DurableStore recovered = open(files.afterPowerFailure(), variant);
      for (KeyWriter writer : writers) {
        long value = writer.value(recovered.store(), writer.first);
        assertThat(value).as("seed %s", seed).isBetween(writer.acknowledged, writer.begun);
        assertThat(writer.value(recovered.store(), writer.second)).isEqualTo(value);
      }
      recovered.store().close();
    }
  }

  /** Returns a store that calls an action after each batch, before the writer returns. */
  private static TableStore withActionAfterBatches(TableStore store, Runnable action) {
    return (TableStore)
        Proxy.newProxyInstance(
            TableStore.class.getClassLoader(),
            new Class<?>[] {TableStore.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(store, arguments);
              if (method.getName().equals("insertAll")) {
                action.run();
              }
              return result;
            });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void snapshot_changeWithoutRecord_isNotPublishedBeforeIt() throws Exception {
    ForgetfulFiles files = new ForgetfulFiles(new Random(1));
    CountDownLatch isChanged = new CountDownLatch(1);
    CountDownLatch mayReturn = new CountDownLatch(1);
    TableStore slow =
        withActionAfterBatches(
            emptyStore(Variant.hashSets().findFirst().orElseThrow()),
            () -> {
              isChanged.countDown();
              await(mayReturn);
            });
    DurableStore durable = DurableStore.open(files, NAME, slow, LogOptions.defaults());
    Tuple object = object(IntegerTerm.of(1), 1);
    Thread writer =
        new Thread(
            () -> durable.store().insertAll(new Batch(slow.config(), List.of(object)), false));
    writer.start();
    isChanged.await();
    Thread snapshot =
        new Thread(() -> assertThatCode(durable::snapshot).doesNotThrowAnyException());
    snapshot.start();
    while (snapshot.isAlive() && !isWaitingForWriters(snapshot)) {
      Thread.onSpinWait();
    }
    assertThat(LogNames.snapshots(files.list())).isEmpty();
    mayReturn.countDown();
    writer.join();
    snapshot.join();

    assertThat(LogNames.snapshots(files.list())).hasSize(1);
    durable.log().close();
  }

  @Test
  void forOneCall_manyChanges_waitOnceForTwoForces() throws Exception {
    ForgetfulFiles files = new ForgetfulFiles(new Random(1));
    Variant variant = Variant.hashSets().findFirst().orElseThrow();
    DurableStore durable =
        DurableStore.open(files, NAME, emptyStore(variant), LogOptions.defaults());
    CountDownLatch areMade = new CountDownLatch(1);
    files.beforeForce(() -> await(areMade));
    int forces = files.forces();
    TableStore view = durable.store().forOneCall();
    for (int i = 0; i < 100; i++) {
      view.put(IntegerTerm.of(i), object(IntegerTerm.of(i), i));
    }
    areMade.countDown();
    view.endCall();

    assertThat(files.forces() - forces).isLessThanOrEqualTo(2);
    DurableStore recovered = open(files.afterPowerFailure(), variant);
    assertThat(recovered.store().size()).isEqualTo(100);
    recovered.store().close();
    durable.store().close();
  }

  @Test
  void endCall_logHasFailed_failsThough() throws IOException {
    ForgetfulFiles files = new ForgetfulFiles(new Random(1));
    DurableStore durable = open(files, Variant.hashSets().findFirst().orElseThrow());
    CountDownLatch isMade = new CountDownLatch(1);
    files.beforeForce(() -> await(isMade));
    files.failForceAfter(0);
    TableStore view = durable.store().forOneCall();
    view.put(IntegerTerm.of(1), object(IntegerTerm.of(1), 1));
    isMade.countDown();

    assertThatThrownBy(view::endCall).isInstanceOf(TableLogException.class);
    view.endCall();
    assertThatThrownBy(() -> view.remove(IntegerTerm.of(1))).isInstanceOf(TableLogException.class);
    assertThatThrownBy(durable.store()::close).isInstanceOf(TableLogException.class);
  }

  private static boolean isWaitingForWriters(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("awaitTold"));
  }

  private static void snapshots(DurableStore durable) {
    try {
      while (true) {
        durable.snapshot();
      }
    } catch (TableLogException | IOException e) {
      // The end of the load.
    }
  }

  /** Writes growing numbers under two keys at once. */
  private static final class KeyWriter implements Runnable {
    private final TableStore store;
    private final Term first;
    private final Term second;
    private long begun;
    private long acknowledged;

    KeyWriter(TableStore store, int number) {
      this.store = store;
      this.first = IntegerTerm.of(number);
      this.second = IntegerTerm.of(100 + number);
    }

    @Override
    public void run() {
      try {
        while (true) {
          begun++;
          store.insertAll(
              new Batch(store.config(), List.of(object(first, begun), object(second, begun))),
              false);
          acknowledged = begun;
        }
      } catch (TableLogException e) {
        // The end of the load.
      }
    }

    private long value(TableStore from, Term key) {
      return from.get(key) instanceof Tuple object ? object.getLong(2) : 0;
    }
  }
}
