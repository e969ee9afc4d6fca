package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.collections.internal.lfca.TreeReentry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordered maps that are called by the functions, values and comparators that they call. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TreeCallbacksTest {
  private static final String LOCKING = "locking";
  private static final String ORDERED = "ordered";
  private static final long KEYS = 100;

  /** Those that run callbacks under a lock. */
  static Stream<MapUnderTest> locking() {
    return MapUnderTest.ordered().filter(kind -> !kind.has(MapUnderTest.Trait.LOCK_FREE));
  }

  static Stream<MapUnderTest> ordered() {
    return MapUnderTest.ordered();
  }

  /** A value whose equals runs something. */
  private static final class Calling {
    private final Runnable call;

    Calling(Runnable call) {
      this.call = call;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      call.run();
      return other == this;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  private static AbstractConcurrentNavigableMap<Long, Object> filled(
      MapUnderTest kind, @Nullable Comparator<Long> order) {
    AbstractConcurrentNavigableMap<Long, Object> map = kind.ofOrder(order);
    for (long key = 0; key < KEYS; key++) {
      map.put(key, -key);
    }
    return map;
  }

  private static void readAll(AbstractConcurrentNavigableMap<Long, Object> map) {
    Map<Long, Object> before = new TreeMap<>();
    for (long key = 0; key < KEYS; key++) {
      before.put(key, -key);
    }
    assertThat(map.size()).isEqualTo((int) KEYS);
    assertThat(map.isEmpty()).isFalse();
    for (long key = 0; key < KEYS; key++) {
      assertThat(map.get(key)).isEqualTo(-key);
    }
    assertThat(new TreeMap<>(map)).isEqualTo(before);
    assertThat(map.firstKey()).isZero();
    assertThat(map.higherKey(7L)).isEqualTo(8L);
    assertThat(map.descendingMap().firstKey()).isEqualTo(KEYS - 1);
    assertThat(map.subMap(10L, 20L)).hasSize(10);
    List<Long> keys = new ArrayList<>();
    map.forEachAtOnce((key, value) -> keys.add(key));
    assertThat(keys).hasSize((int) KEYS);
  }

  private static void refusesUpdates(AbstractConcurrentNavigableMap<Long, Object> map) {
    for (long key : new long[] {5, 55, 99, 200}) {
      assertThatIllegalStateException().isThrownBy(() -> map.put(key, 0L));
      assertThatIllegalStateException().isThrownBy(() -> map.remove(key));
      assertThatIllegalStateException().isThrownBy(() -> map.merge(key, 0L, (a, b) -> a));
      assertThatIllegalStateException().isThrownBy(() -> map.compute(key, (k, v) -> null));
    }
    assertThatIllegalStateException().isThrownBy(() -> map.replace(5L, -5L, 0L));
    assertThatIllegalStateException().isThrownBy(map::clear);
    assertThatIllegalStateException().isThrownBy(() -> map.subMap(10L, 20L).clear());
    assertThatIllegalStateException().isThrownBy(map::pollFirstEntry);
    assertThatIllegalStateException().isThrownBy(() -> map.putAll(Map.of(5L, 0L)));
    if (map instanceof ContentionAdaptingTreeMap<Long, Object> tree) {
      assertThatIllegalStateException().isThrownBy(() -> tree.putAllAtOnce(Map.of(5L, 0L)));
    }
  }

  @ParameterizedTest
  @MethodSource(LOCKING)
  void compute_functionCallsTheMap_readsTheStateBeforeAndUpdatesAreRefused(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Object> map = filled(kind, null);
    AtomicInteger calls = new AtomicInteger();
    Runnable call =
        () -> {
          calls.incrementAndGet();
          readAll(map);
          refusesUpdates(map);
        };

    map.compute(
        5L,
        (key, value) -> {
          call.run();
          return value;
        });
    map.computeIfAbsent(
        1_000L,
        key -> {
          call.run();
          return null;
        });
    map.computeIfPresent(
        99L,
        (key, value) -> {
          call.run();
          return value;
        });
    map.merge(
        50L,
        0L,
        (old, value) -> {
          call.run();
          return old;
        });

    assertThat(calls).hasValue(4);
    readAll(map);
    map.put(5L, 0L);
    map.validate();
  }

  @ParameterizedTest
  @MethodSource(LOCKING)
  void removeAndReplace_equalsCallsTheMap_readsWorkAndUpdatesAreRefused(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Object> map = filled(kind, null);
    AtomicInteger calls = new AtomicInteger();
    Calling value =
        new Calling(
            () -> {
              calls.incrementAndGet();
              assertThat(map.size()).isEqualTo((int) KEYS);
              assertThat(map.get(6L)).isNotNull();
              assertThat(map.keySet()).hasSize((int) KEYS);
              refusesUpdates(map);
            });

    assertThat(map.remove(5L, value)).isFalse();
    assertThat(map.replace(6L, value, 0L)).isFalse();

    assertThat(calls.get()).isPositive();
    readAll(map);
    map.validate();
  }

  @ParameterizedTest
  @MethodSource(LOCKING)
  void put_comparatorCallsTheMap_readsTheStateBefore(MapUnderTest kind) {
    class Order implements Comparator<Long> {
      private @Nullable Runnable call;

      @Override
      public int compare(Long a, Long b) {
        Runnable toRun = call;
        if (toRun != null) {
          call = null;
          toRun.run();
        }
        return Long.compare(a, b);
      }
    }

    Order order = new Order();
    AbstractConcurrentNavigableMap<Long, Object> map = filled(kind, order);
    AtomicInteger calls = new AtomicInteger();
    Runnable call =
        () -> {
          calls.incrementAndGet();
          readAll(map);
        };

    order.call = call;
    map.put(33L, -33L);
    order.call = call;
    map.remove(1_000L);
    order.call = call;
    map.replace(33L, -33L);

    assertThat(calls).hasValue(3);
    readAll(map);
    map.validate();
  }

  @ParameterizedTest
  @MethodSource(LOCKING)
  void compute_twoThreadsAskForTheSize_neitherWaits(MapUnderTest kind) throws Exception {
    AbstractConcurrentNavigableMap<Long, Object> map = filled(kind, null);
    boolean meets = map instanceof ContentionAdaptingTreeMap;
    CyclicBarrier barrier = new CyclicBarrier(2);
    if (map instanceof ContentionAdaptingTreeMap<Long, Object>) {
      for (int round = 0; round < 200; round++) {
        // Restless options: the tree has many base nodes.
        map.put(round % KEYS, -(round % KEYS));
      }
    }
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      List<Future<Object>> results = new ArrayList<>();
      for (long key : new long[] {0, KEYS - 1}) {
        Callable<Object> work =
            () ->
                Objects.requireNonNull(
                    map.compute(
                        key,
                        (k, value) -> {
                          if (meets) {
                            meet(barrier);
                          }
                          assertThat(map.size()).isEqualTo((int) KEYS);
                          assertThat(map.entrySet()).hasSize((int) KEYS);
                          return value;
                        }));
        results.add(pool.submit(work));
      }
      for (Future<Object> result : results) {
        assertThat(result.get(50, TimeUnit.SECONDS)).isNotNull();
      }
    } finally {
      pool.shutdownNow();
    }
    map.validate();
  }

  /** Meets the other thread, unless that waits for the same lock. */
  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(200, TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      barrier.reset();
    }
  }

  @Test
  void compute_functionChangesItsOwnKeyEachTime_ends() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    map.put(1L, 0L);
    AtomicInteger runs = new AtomicInteger();

    assertThatThrownBy(
            () ->
                map.compute(
                    1L,
                    (key, value) -> {
                      map.put(1L, (long) runs.incrementAndGet());
                      return -1L;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Recursive update");

    assertThat(map.get(1L)).isEqualTo(runs.get());
    assertThat(runs.get()).isLessThan(200);
    map.put(1L, 5L);
    map.validate();
  }

  @Test
  void compute_functionClearsTheMapOnceAndChangesItsKeyEachTime_ends() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    map.put(1L, 0L);
    AtomicInteger runs = new AtomicInteger();

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                map.compute(
                    1L,
                    (key, value) -> {
                      map.put(1L, (long) runs.incrementAndGet());
                      if (runs.get() == 2 * TreeReentry.CALM) {
                        map.clear();
                      }
                      return -1L;
                    }));

    assertThat(runs.get()).isLessThan(200);
  }

  @Test
  void remove_equalsChangesTheKeyEachTime_ends() {
    LockFreeAdaptingTreeMap<Long, Object> map = new LockFreeAdaptingTreeMap<>();
    Object asked =
        new Object() {
          @Override
          @SuppressWarnings("EqualsWhichDoesntCheckParameterClass") // Is equal to all.
          public boolean equals(@Nullable Object other) {
            return map.put(1L, new Object()) == other;
          }

          @Override
          public int hashCode() {
            return 0;
          }
        };
    map.put(1L, new Object());

    assertThatIllegalStateException().isThrownBy(() -> map.remove(1L, asked));
    assertThatIllegalStateException().isThrownBy(() -> map.replace(1L, asked, 0L));
  }

  /** Updates a map in each comparison, but for those of these updates. */
  private static final class UpdatingOrder implements Comparator<Long> {
    private @Nullable Runnable update;

    @Override
    public int compare(Long a, Long b) {
      Runnable toRun = update;
      if (toRun != null) {
        update = null;
        try {
          toRun.run();
        } catch (IllegalStateException e) {
          assertThat(e).hasMessageContaining("Recursive update");
        } finally {
          update = toRun;
        }
      }
      return Long.compare(a, b);
    }
  }

  /** Operations on a map and a view of it. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum InView {
    POLL_FIRST((map, view) -> view.pollFirstEntry()),
    POLL_LAST((map, view) -> view.pollLastEntry()),
    FIRST((map, view) -> view.firstEntry()),
    LAST((map, view) -> view.lastEntry()),
    HIGHER((map, view) -> map.higherEntry(50L)),
    LOWER((map, view) -> map.lowerKey(50L)),
    IS_EMPTY((map, view) -> view.isEmpty()),
    SIZE((map, view) -> view.size()),
    WALK(
        (map, view) -> {
          view.forEach((key, value) -> {});
          return null;
        }),
    REMOVE_IF((map, view) -> view.values().removeIf(value -> true)),
    CLEAR(
        (map, view) -> {
          view.clear();
          return null;
        });

    private interface Body {
      @Nullable Object of(
          NavigableMap<Long, Object> map, ConcurrentNavigableMap<Long, Object> view);
    }

    private final Body body;

    InView(Body body) {
      this.body = body;
    }
  }

  /** The updates of the map by a comparator: each time of the same leaves. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum InOrder {
    PUT(map -> map.put(50L, 1)),
    REPLACE_ALL(map -> map.replaceAll((key, value) -> 1)),
    PUT_AND_CLEAR(
        map -> {
          map.put(50L, 1);
          map.clear();
          map.put(20L, 1);
          map.put(50L, 1);
          map.put(80L, 1);
        }),
    SPLIT_AND_JOIN(
        map -> {
          for (long key = 40; key < 60; key++) {
            map.remove(key);
          }
          for (long key = 40; key < 60; key++) {
            map.put(key, 1);
          }
        });

    private final Consumer<AbstractConcurrentNavigableMap<Long, Object>> body;

    InOrder(Consumer<AbstractConcurrentNavigableMap<Long, Object>> body) {
      this.body = body;
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void operationInAView_comparatorUpdatesEachTime_ends(MapUnderTest kind) {
    for (InView operation : InView.values()) {
      for (InOrder update : InOrder.values()) {
        for (long from = 44; from < 49; from++) {
          UpdatingOrder order = new UpdatingOrder();
          AbstractConcurrentNavigableMap<Long, Object> map = filled(kind, order);
          ConcurrentNavigableMap<Long, Object> view = map.subMap(from, false, 90L, true);
          order.update = () -> update.body.accept(map);
          try {
            operation.body.of(map, view);
          } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("Recursive update");
          }
          order.update = null;
          map.put(7L, 5);
          map.validate();
        }
      }
    }
  }

  @Test
  void compute_functionChangesOtherKeysOfTheLeaf_runsOnce() {
    LockFreeAdaptingTreeMap<Long, Long> map = new LockFreeAdaptingTreeMap<>();
    map.put(1L, 0L);

    AtomicInteger runs = new AtomicInteger();

    map.compute(
        1L,
        (key, value) -> {
          map.put(2L, (long) runs.incrementAndGet());
          return 8L;
        });

    assertThat(map).isEqualTo(Map.of(1L, 8L, 2L, 1L));
  }

  @Test
  void descendingMap_ofEachTree_isDeclaredWithATypeOfTheJdk() throws Exception {
    for (Class<?> type :
        List.of(
            LockedAvlTreeMap.class,
            ContentionAdaptingTreeMap.class,
            LockFreeAdaptingTreeMap.class)) {
      for (java.lang.reflect.Method method : type.getMethods()) {
        if (!method.isBridge()) {
          Class<?> result = method.getReturnType();
          assertThat(
                  result.isPrimitive()
                      || java.lang.reflect.Modifier.isPublic(result.getModifiers()))
              .as("%s", method)
              .isTrue();
        }
      }
    }
  }
}
