package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jets.collections.CursorMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.TableType;
import org.jets.ets.Terms;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests steps and lookups during a batch insert, and after one that has failed. */
class PendingKeysTest {
  private static final int KEYS = 20;

  private final StoppedStore store =
      new StoppedStore(
          new StoreConfig(Reference.of(Terms.a("n"), 0, 1), TableType.SET, 1, Concurrency.UNNAMED));

  private static Batch batch(StoreConfig config, int from, int to) {
    List<Tuple> objects = new ArrayList<>();
    for (int i = from; i < to; i++) {
      objects.add(t(i, "new"));
    }
    return new Batch(config, objects);
  }

  private void fill(int keys) {
    for (int i = 0; i < keys; i++) {
      store.put(i(i), t(i, "old"));
    }
  }

  private void assertHas(int keys) {
    List<Term> walk = new ArrayList<>();
    for (Term key = store.firstKey(); key != null; key = store.keyAfter(key)) {
      walk.add(key);
    }
    List<Term> expected = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      expected.add(i(i));
      assertThat(store.get(i(i))).isEqualTo(t(i, "old"));
    }
    assertThat(walk).containsExactlyInAnyOrderElementsOf(expected);
    for (int i = keys; i < 2 * KEYS; i++) {
      Term absent = i(i);
      assertThat(store.get(absent)).isNull();
      assertThatThrownBy(() -> store.keyAfter(absent)).isInstanceOf(NoSuchKeyException.class);
      assertThatThrownBy(() -> store.cellAfter(absent)).isInstanceOf(NoSuchKeyException.class);
    }
  }

  @Test
  void keyAfter_insertOfManyUnderWay_showsWhatWasThere() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() <= KEYS * 3 / 2) {
            assertHas(KEYS);
          }
        });

    store.insertAll(batch(store.config(), KEYS / 2, 2 * KEYS), false);

    assertThat(changes).hasValue(KEYS * 3);
    assertThat(store.size()).isEqualTo(2 * KEYS);
    assertThat(store.get(i(KEYS))).isEqualTo(t(KEYS, "new"));
  }

  @Test
  void keyAfter_insertOfManyIntoNothingUnderWay_showsNothing() {
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() <= KEYS) {
            assertHas(0);
          }
        });

    store.insertAll(batch(store.config(), 0, KEYS), true);

    assertThat(changes).hasValue(2 * KEYS);
    assertThat(store.size()).isEqualTo(KEYS);
  }

  @Test
  void get_insertOfManyLeftPendingByAnError_showsWhatWasThere() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() == 3) {
            throw new StackOverflowError("thrown by the test");
          }
        });

    assertThatThrownBy(() -> store.insertAll(batch(store.config(), KEYS - 1, KEYS + 2), false))
        .isInstanceOf(StackOverflowError.class);

    store.afterChange(() -> {});
    assertHas(KEYS);
    store.insertAll(batch(store.config(), KEYS, KEYS + 2), false);
    assertThat(store.get(i(KEYS))).isEqualTo(t(KEYS, "new"));
    assertThat(store.get(i(KEYS - 1))).isEqualTo(t(KEYS - 1, "old"));
  }

  /** Makes a batch insert fail, and also each change that would undo it. */
  private void leaveUnsettled(Error undoing) {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() == 6) {
            store.beforeChange(
                () -> {
                  throw undoing;
                });
            throw new StackOverflowError("thrown by the test");
          }
        });
    assertThatThrownBy(() -> store.insertAll(batch(store.config(), KEYS - 2, KEYS + 8), false))
        .isInstanceOf(StackOverflowError.class);
    store.afterChange(() -> {});
    assertThat(store.heldKeys()).isEqualTo(KEYS + 4);
  }

  private static Stream<Error> errors() {
    return Stream.of(new OutOfMemoryError("by the test"), new StackOverflowError("by the test"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void insertAll_canNotBeUndone_nextWriteUndoesIt(Error undoing) {
    leaveUnsettled(undoing);
    assertThat(store.size()).isEqualTo(KEYS);
    assertHas(KEYS);

    store.beforeChange(() -> {});
    store.put(i(0), t(0, "old"));

    assertThat(store.heldKeys()).isEqualTo(KEYS);
    assertThat(store.pendingKeys()).isZero();
    assertThat(store.size()).isEqualTo(KEYS);
    assertHas(KEYS);
  }

  @Test
  void insertAll_canNotBeUndone_nextRemovalUndoesIt() {
    leaveUnsettled(new OutOfMemoryError("by the test"));
    store.beforeChange(() -> {});

    assertThat(store.remove(i(KEYS + 1))).isNull();

    assertThat(store.heldKeys()).isEqualTo(KEYS);
    assertHas(KEYS);
  }

  @Test
  void insertAll_oneKeyCanNotBeUndone_othersAre() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() == 6) {
            AtomicInteger undone = new AtomicInteger();
            store.beforeChange(
                () -> {
                  if (undone.incrementAndGet() == 3) {
                    throw new StackOverflowError("thrown by the test");
                  }
                });
            throw new OutOfMemoryError("thrown by the test");
          }
        });

    assertThatThrownBy(() -> store.insertAll(batch(store.config(), KEYS, KEYS + 8), true))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(store.heldKeys()).isEqualTo(KEYS + 1);
    assertThat(store.size()).isEqualTo(KEYS);
    assertHas(KEYS);
    store.insertAll(batch(store.config(), KEYS, KEYS + 8), true);
    assertThat(store.size()).isEqualTo(KEYS + 8);
    assertThat(store.pendingKeys()).isZero();
  }

  @Test
  void insertAll_failsOnceItHasTakenEffect_isMade() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.beforeChange(
        () -> {
          if (changes.incrementAndGet() > KEYS) {
            throw new OutOfMemoryError("thrown by the test");
          }
        });

    assertThat(store.insertAll(batch(store.config(), KEYS, 2 * KEYS), true)).isTrue();

    assertThat(store.pendingKeys()).isEqualTo(KEYS);
    assertThat(store.size()).isEqualTo(2 * KEYS);
    assertThat(store.get(i(KEYS))).isEqualTo(t(KEYS, "new"));
    store.beforeChange(() -> {});
    store.put(i(0), t(0, "newer"));
    assertThat(store.pendingKeys()).isZero();
    assertThat(store.size()).isEqualTo(2 * KEYS);
    assertThat(store.get(i(KEYS))).isEqualTo(t(KEYS, "new"));
  }

  @Test
  void insertAll_bagNoMemoryAfterTheCommit_isMade() {
    StoppedStore bag =
        new StoppedStore(
            new StoreConfig(
                Reference.of(Terms.a("n"), 0, 1), TableType.BAG, 1, Concurrency.UNNAMED));
    AtomicBoolean hasFailed = new AtomicBoolean();
    bag.afterWrites(
        () -> {
          if (hasFailed.compareAndSet(false, true)) {
            throw new OutOfMemoryError("thrown by the test");
          }
        });
    bag.fix();
    Batch batch = new Batch(bag.config(), List.of(t(1, "a"), t(1, "b"), t(2, "a")));

    assertThat(bag.insertAll(batch, false)).isTrue();

    assertThat(hasFailed).isTrue();
    assertThat(bag.size()).isEqualTo(3);
    assertThat(ObjectList.count(bag.get(i(1)))).isEqualTo(2);
    assertThat(bag.pendingKeys()).isZero();
  }

  @Test
  void sizeUpTo_countsInDoubt_countsNoFurther() {
    SlowMapStore slow = new SlowMapStore(TableType.SET);
    for (int n = 0; n < KEYS; n++) {
      slow.put(i(n), t(n, "old"));
    }
    assertThat(slow.sizeUpTo(KEYS)).isEqualTo(KEYS);
    slow.afterWrite(
        () -> {
          throw new OutOfMemoryError("thrown by the test");
        });
    assertThatThrownBy(() -> slow.put(i(0), t(0, "new"))).isInstanceOf(OutOfMemoryError.class);
    assertThat(slow.sizeUpTo(KEYS / 2)).isEqualTo(KEYS / 2 + 1);
    assertThat(slow.sizeUpTo(KEYS)).isEqualTo(KEYS);
    assertThat(slow.size()).isEqualTo(KEYS);
  }

  @Test
  void clear_insertOfManyCanNotBeUndone_removesAll() {
    leaveUnsettled(new OutOfMemoryError("by the test"));
    assertThat(store.clear()).isEqualTo(KEYS);
    store.beforeChange(() -> {});
    assertHas(0);
    assertThat(store.size()).isZero();
  }

  @Test
  void snapshot_insertOfManyCanNotBeUndone_failsUntilItCan() {
    leaveUnsettled(new OutOfMemoryError("by the test"));
    Reference table = Reference.of(Terms.a("n"), 0, 2);
    assertThatThrownBy(() -> store.snapshot(table)).isInstanceOf(OutOfMemoryError.class);
    store.beforeChange(() -> {});
    assertThat(store.snapshot(table).size()).isEqualTo(KEYS);
    assertThat(store.pendingKeys()).isZero();
  }

  @Test
  void snapshot_fails_leavesNothingPending() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() == KEYS / 2) {
            throw new OutOfMemoryError("thrown by the test");
          }
        });
    Reference table = Reference.of(Terms.a("n"), 0, 2);

    assertThatThrownBy(() -> store.snapshot(table)).isInstanceOf(OutOfMemoryError.class);

    assertThat(changes).hasValueGreaterThan(KEYS / 2);
    assertThat(store.pendingKeys()).isZero();
    assertHas(KEYS);
  }

  @Test
  void size_mapFailsBetweenLinkingAndCounting_isTrue() {
    SlowMapStore slow = new SlowMapStore(TableType.SET);
    slow.put(i(0), t(0, "old"));
    slow.afterWrite(
        () -> {
          slow.uncount();
          throw new OutOfMemoryError("thrown by the test");
        });
    assertThatThrownBy(() -> slow.put(i(1), t(1, "new"))).isInstanceOf(OutOfMemoryError.class);
    assertThat(slow.get(i(1))).isEqualTo(t(1, "new"));
    assertThat(slow.size()).isEqualTo(2);
    slow.afterWrite(() -> {});
    assertThat(slow.clear()).isEqualTo(2);
  }

  @Test
  void size_updateOfABagFailsOnceItHasTakenEffect_isTrue() {
    SlowMapStore bag = new SlowMapStore(TableType.BAG);
    bag.compute(i(1), ObjectUpdate.insert(bag.config(), t(1, "a")));
    bag.afterWrite(
        () -> {
          throw new OutOfMemoryError("thrown by the test");
        });
    assertThatThrownBy(() -> bag.compute(i(1), ObjectUpdate.insert(bag.config(), t(1, "b"))))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(ObjectList.count(bag.get(i(1)))).isEqualTo(2);
    assertThat(bag.size()).isEqualTo(2);
  }

  /** Runs actions around each change that a batch insert makes to its map. For one thread. */
  private static final class StoppedStore extends CursorMapStore<CursorMap<Term, Object>> {
    private Runnable beforeChange = () -> {};
    private Runnable afterChange = () -> {};
    private Runnable afterWrites = () -> {};

    StoppedStore(StoreConfig config) {
      super(config);
    }

    void beforeChange(Runnable action) {
      beforeChange = action;
    }

    /** Sets an action that runs when the store records the write of a key. */
    void afterWrites(Runnable action) {
      afterWrites = action;
    }

    @Override
    FixationLog newFixationLog(@Nullable TableMeter meter) {
      return new FixationLog(meter) {
        @Override
        void beginWrite() {}

        @Override
        void endWrite() {}

        @Override
        void written() {
          afterWrites.run();
        }

        @Override
        void deleted(Term key) {}

        @Override
        long estimatedBytes() {
          return 0;
        }

        @Override
        long bytes(long limit, TermBytes.Visits visits) {
          return 0;
        }
      };
    }

    /** Returns the number of keys in the map. */
    int heldKeys() {
      return map().size();
    }

    /** Returns the number of pending keys. */
    long pendingKeys() {
      return map().values().stream().filter(PendingCell.class::isInstance).count();
    }

    void afterChange(Runnable action) {
      afterChange = action;
    }

    @Override
    @SuppressWarnings("unchecked") // The interface's parameters.
    CursorMap<Term, Object> newMap() {
      CursorMap<Term, Object> map = new SplitOrderedHashMap<>(TermHashing.INSTANCE);
      return (CursorMap<Term, Object>)
          Proxy.newProxyInstance(
              CursorMap.class.getClassLoader(),
              new Class<?>[] {CursorMap.class},
              (proxy, method, arguments) -> {
                boolean isChange = arguments != null && arguments.length > 1;
                if (isChange) {
                  beforeChange.run();
                }
                Object answer;
                try {
                  answer = method.invoke(map, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
                if (isChange) {
                  afterChange.run();
                }
                return answer;
              });
    }

    @Override
    MapStore<CursorMap<Term, Object>> newStore(StoreConfig config) {
      return new StoppedStore(config);
    }

    @Override
    long keyCount(CursorMap<Term, Object> map) {
      return map.size();
    }
  }
}
