package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.testkit.ChosenConstants;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Callbacks that use the map that calls them: reads see the state before the operation, updates
 * throw in maps with locks, and nothing hangs.
 */
class CallbackRuleTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final Map<Long, Value> BEFORE =
      Map.of(1L, new Value("one"), 2L, new Value("two"), 3L, new Value("three"));

  /** Is run by the equality of a {@link Value}. */
  private static final ThreadLocal<@Nullable Runnable> IN_EQUALS = new ThreadLocal<>();

  private static final class Value {
    private final String text;

    Value(String text) {
      this.text = text;
    }

    @Override
    public boolean equals(Object other) {
      Runnable callback = IN_EQUALS.get();
      if (callback != null) {
        IN_EQUALS.remove();
        callback.run();
      }
      return other instanceof Value value && value.text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Operations on a key that is there, or is not, with a callback. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum Operation {
    COMPUTE((map, callback) -> map.compute(1L, (k, v) -> run(callback, new Value("new")))),
    COMPUTE_ABSENT((map, callback) -> map.compute(9L, (k, v) -> run(callback, new Value("new")))),
    COMPUTE_TO_NULL((map, callback) -> map.compute(1L, (k, v) -> run(callback, null))),
    COMPUTE_IF_ABSENT(
        (map, callback) -> map.computeIfAbsent(9L, k -> run(callback, new Value("new")))),
    COMPUTE_IF_PRESENT(
        (map, callback) -> map.computeIfPresent(1L, (k, v) -> run(callback, new Value("new")))),
    MERGE(
        (map, callback) ->
            map.merge(1L, new Value("new"), (a, b) -> run(callback, new Value("new")))),
    REMOVE_MAPPING((map, callback) -> inEquals(callback, () -> map.remove(1L, new Value("one")))),
    REPLACE_MAPPING(
        (map, callback) ->
            inEquals(callback, () -> map.replace(1L, new Value("one"), new Value("new"))));

    private interface Body {
      @Nullable Object of(Map<Long, Value> map, Runnable callback);
    }

    private final Body body;

    Operation(Body body) {
      this.body = body;
    }

    private static @Nullable Value run(Runnable callback, @Nullable Value result) {
      callback.run();
      return result;
    }

    private static @Nullable Object inEquals(Runnable callback, Callable<Object> call) {
      IN_EQUALS.set(callback);
      try {
        return call.call();
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      } finally {
        IN_EQUALS.remove();
      }
    }
  }

  private static final List<Consumer<AbstractConcurrentMap<Long, Value>>> UPDATES =
      List.of(
          map -> map.put(2L, new Value("other")),
          map -> map.put(77L, new Value("other")),
          map -> map.putIfAbsent(78L, new Value("other")),
          map -> map.remove(3L),
          map -> map.replace(2L, new Value("other")),
          map -> map.compute(2L, (k, v) -> new Value("other")),
          map -> map.computeIfAbsent(79L, k -> new Value("other")),
          map -> map.computeIfPresent(2L, (k, v) -> null),
          map -> map.merge(2L, new Value("other"), (a, b) -> b),
          map -> map.putAll(Map.of(80L, new Value("other"))),
          map -> map.putAll(new TreeMap<>(Map.of(80L, new Value("other")))),
          map -> map.keySet().remove(2L),
          map -> map.clear());

  /** Returns all maps, or the one that has been asked for. */
  static Stream<MapUnderTest> maps() {
    return ChosenConstants.of(MapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("maps")
  void callback_updatesOfAnEmptyMapWithLocks_throwAndChangeNothing(MapUnderTest kind)
      throws Exception {
    assumeTrue(hasLocks(kind));
    AbstractConcurrentMap<Long, Value> map = kind.ofLongs();

    withinBounds(
        () ->
            map.compute(
                1L,
                (key, value) -> {
                  UPDATES.forEach(
                      update ->
                          assertThatIllegalStateException().isThrownBy(() -> update.accept(map)));
                  return new Value("new");
                }));

    assertThat(map).hasSize(1);
    map.validate();
  }

  private static boolean hasLocks(MapUnderTest kind) {
    return !kind.has(MapUnderTest.Trait.LOCK_FREE) && kind != MapUnderTest.MINIMAL;
  }

  private static AbstractConcurrentMap<Long, Value> filled(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Value> map = kind.ofLongs();
    BEFORE.forEach(map::put);
    return map;
  }

  private static void withinBounds(Runnable work) throws Exception {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                end.complete(true);
              } catch (Throwable t) {
                end.completeExceptionally(t);
              }
            });
    thread.setDaemon(true);
    thread.start();
    try {
      end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void callback_reads_seeTheStateBefore(MapUnderTest kind) throws Exception {
    for (Operation operation : Operation.values()) {
      AbstractConcurrentMap<Long, Value> map = filled(kind);
      List<Map<Long, Value>> seen = new ArrayList<>();
      Runnable reads =
          () -> {
            Map<Long, Value> copy = new HashMap<>();
            map.forEach(copy::put);
            seen.add(copy);
            assertThat(map.size()).isEqualTo(3);
            assertThat(map.mappingCount()).isEqualTo(3);
            assertThat(map.isEmpty()).isFalse();
            assertThat(map.get(1L)).hasToString("one");
            assertThat(map.get(2L)).hasToString("two");
            assertThat(map.containsKey(9L)).isFalse();
            assertThat(map.keySet()).containsExactlyInAnyOrder(1L, 2L, 3L);
            assertThat(map.equals(BEFORE)).isTrue();
            assertThat(map.reduceKeys(Long.MAX_VALUE, k -> k, Long::sum)).isEqualTo(6);
          };

      withinBounds(() -> operation.body.of(map, reads));

      assertThat(seen).as("%s", operation).isNotEmpty().allMatch(BEFORE::equals);
      map.validate();
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void callback_bulkReads_seeTheStateBefore(MapUnderTest kind) throws Exception {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    for (long key = 1; key <= 1_000; key++) {
      map.put(key, 1L);
    }
    List<Long> sums = new ArrayList<>();

    withinBounds(
        () ->
            map.compute(
                1L,
                (k, v) -> {
                  sums.add(map.values().parallelStream().mapToLong(value -> value).sum());
                  sums.add(map.entrySet().parallelStream().mapToLong(e -> e.getValue()).sum());
                  sums.add(map.reduceValues(1, value -> value, Long::sum));
                  sums.add(map.reduceToLong(1, (key, value) -> value, 0, Long::sum));
                  return 2L;
                }));

    assertThat(sums).hasSize(4).containsOnly(1_000L);
    assertThat(map.reduceValues(1, value -> value, Long::sum)).isEqualTo(1_001);
  }

  @ParameterizedTest
  @MethodSource("maps")
  void callback_updatesOfAMapWithLocks_throwAndChangeNothing(MapUnderTest kind) throws Exception {
    assumeTrue(hasLocks(kind));
    for (Operation operation : Operation.values()) {
      AbstractConcurrentMap<Long, Value> expected = filled(kind);
      operation.body.of(expected, () -> {});
      AbstractConcurrentMap<Long, Value> map = filled(kind);
      Runnable updates =
          () ->
              UPDATES.forEach(
                  update ->
                      assertThatIllegalStateException()
                          .as("%s", operation)
                          .isThrownBy(() -> update.accept(map)));

      withinBounds(() -> operation.body.of(map, updates));

      assertThat(new HashMap<>(map)).as("%s", operation).isEqualTo(new HashMap<>(expected));
      map.validate();
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void callback_updatesOfAnotherKey_workWithoutLocks(MapUnderTest kind) throws Exception {
    assumeTrue(kind.has(MapUnderTest.Trait.LOCK_FREE));
    for (Operation operation : Operation.values()) {
      AbstractConcurrentMap<Long, Value> map = filled(kind);

      AtomicInteger calls = new AtomicInteger();
      Runnable update =
          () -> {
            calls.incrementAndGet();
            map.put(2L, new Value("other"));
          };

      withinBounds(() -> operation.body.of(map, update));

      assertThat(map.get(2L)).as("%s", operation).hasToString("other");
      assertThat(calls).as("%s", operation).hasValue(1);
      map.validate();
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void callback_alwaysUpdatesItsOwnKey_throwsIllegalState(MapUnderTest kind) throws Exception {
    assumeTrue(kind != MapUnderTest.MINIMAL, "the JDK's goes on for ever");
    AbstractConcurrentMap<Long, Value> map = filled(kind);
    List<Runnable> calls =
        List.of(
            () -> map.compute(1L, (k, v) -> outerAfterInner(map)),
            () -> map.computeIfPresent(1L, (k, v) -> outerAfterInner(map)),
            () -> map.merge(1L, new Value(""), (a, b) -> outerAfterInner(map)),
            () ->
                map.compute(
                    1L,
                    (k, v) -> {
                      map.remove(1L);
                      map.put(1L, new Value("inner"));
                      return new Value("outer");
                    }));
    for (Runnable call : calls) {
      withinBounds(() -> assertThatIllegalStateException().isThrownBy(call::run));
    }
    assertThat(map).hasSize(3);
    assertThat(map.put(1L, new Value("after"))).isNotNull();
    map.validate();
  }

  private static Value outerAfterInner(Map<Long, Value> map) {
    map.put(1L, new Value("inner"));
    return new Value("outer");
  }

  @ParameterizedTest
  @MethodSource("maps")
  void compute_twoThreadsThatCallSize_end(MapUnderTest kind) throws Exception {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    for (long key = 0; key < 64; key++) {
      map.put(key, 0L);
    }
    CyclicBarrier met = new CyclicBarrier(2);
    for (long other : new long[] {1, 63}) {
      List<CompletableFuture<Boolean>> ends = new ArrayList<>();
      for (long key : new long[] {0, other}) {
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        ends.add(end);
        Thread thread =
            new Thread(
                () -> {
                  try {
                    map.compute(
                        key,
                        (k, v) -> {
                          try {
                            // Both at once, where the two are under different locks.
                            met.await(100, TimeUnit.MILLISECONDS);
                          } catch (Exception e) {
                            met.reset();
                          }
                          return v + map.size() + map.keySet().stream().count();
                        });
                    end.complete(true);
                  } catch (Throwable t) {
                    end.completeExceptionally(t);
                  }
                });
        thread.setDaemon(true);
        thread.start();
      }
      for (CompletableFuture<Boolean> end : ends) {
        assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(map.get(0L)).isEqualTo(256);
    map.validate();
  }

  /** Operations on all mappings, with a callback for each of them. */
  @SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
  private enum RangeOperation {
    REPLACE_ALL(
        (map, each) ->
            map.replaceAll(
                (k, v) -> {
                  each.accept(k);
                  return -v;
                })),
    REMOVE_VALUES((map, each) -> map.values().removeIf(v -> accepts(each, v))),
    REMOVE_ENTRIES((map, each) -> map.entrySet().removeIf(e -> accepts(each, e.getKey()))),
    REMOVE_KEYS((map, each) -> map.keySet().removeIf(k -> accepts(each, k)));

    private final BiConsumer<Map<Long, Long>, Consumer<Long>> body;

    RangeOperation(BiConsumer<Map<Long, Long>, Consumer<Long>> body) {
      this.body = body;
    }

    private static boolean accepts(Consumer<Long> each, Long key) {
      each.accept(key);
      return true;
    }

    /** Returns true if it takes effect at one moment, with its callbacks under a lock. */
    boolean isWhole(MapUnderTest kind) {
      return kind.has(MapUnderTest.Trait.ATOMIC_RANGES) && this != REMOVE_KEYS;
    }
  }

  private static AbstractConcurrentMap<Long, Long> hundred(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    for (long key = 1; key <= 100; key++) {
      map.put(key, key);
    }
    return map;
  }

  @ParameterizedTest
  @MethodSource("maps")
  void rangeOperation_functionThrowsHalfWay_keepsWhatIsDoneUnlessItIsWhole(MapUnderTest kind) {
    for (RangeOperation operation : RangeOperation.values()) {
      AbstractConcurrentMap<Long, Long> map = hundred(kind);
      Map<Long, Long> before = new HashMap<>(map);
      AtomicInteger calls = new AtomicInteger();
      IllegalArgumentException thrown = new IllegalArgumentException();

      assertThatThrownBy(
              () ->
                  operation.body.accept(
                      map,
                      key -> {
                        if (calls.incrementAndGet() > 50) {
                          throw thrown;
                        }
                      }))
          .isSameAs(thrown);

      long changed = before.keySet().stream().filter(k -> !k.equals(map.get(k))).count();
      assertThat(changed).as("%s", operation).isEqualTo(operation.isWhole(kind) ? 0 : 50);
      map.validate();
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void rangeOperation_functionUpdatesTheMap_isRefusedOnlyIfItIsWhole(MapUnderTest kind)
      throws Exception {
    for (RangeOperation operation : RangeOperation.values()) {
      AbstractConcurrentMap<Long, Long> map = hundred(kind);
      AtomicInteger refused = new AtomicInteger();
      Consumer<Long> update =
          key -> {
            try {
              map.remove(-1L);
            } catch (IllegalStateException e) {
              refused.incrementAndGet();
            }
          };

      withinBounds(() -> operation.body.accept(map, update));

      assertThat(refused).as("%s", operation).hasValue(operation.isWhole(kind) ? 100 : 0);
      map.validate();
    }
  }

  /** A value that is equal to none, itself included. */
  private static final class Unequal {
    @Override
    public boolean equals(Object other) {
      return false;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void replaceAll_valuesNotEqualToThemselves_replacesEachOnce(MapUnderTest kind) throws Exception {
    AbstractConcurrentMap<Long, Unequal> map = kind.ofLongs();
    for (long key = 0; key < 20; key++) {
      map.put(key, new Unequal());
    }
    List<Long> calls = new ArrayList<>();
    Unequal replacement = new Unequal();

    withinBounds(
        () ->
            map.replaceAll(
                (key, value) -> {
                  calls.add(key);
                  return replacement;
                }));

    assertThat(calls).hasSize(20).doesNotHaveDuplicates();
    map.forEach((key, value) -> assertThat(value == replacement).isTrue());
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void replaceAll_functionAlwaysUpdatesItsKey_throwsIllegalState(MapUnderTest kind)
      throws Exception {
    assumeTrue(kind != MapUnderTest.MINIMAL, "the JDK's goes on for ever");
    AbstractConcurrentMap<Long, Value> map = filled(kind);
    AtomicInteger calls = new AtomicInteger();

    withinBounds(
        () ->
            assertThatIllegalStateException()
                .isThrownBy(
                    () ->
                        map.replaceAll(
                            (k, v) -> {
                              map.put(k, new Value("inner" + calls.incrementAndGet()));
                              return new Value("outer");
                            })));

    assertThat(map).hasSize(3);
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void bulkOperation_functionThrows_comesOutAndTheMapWorks(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    for (long key = 0; key < 200; key++) {
      map.put(key, key);
    }
    IllegalArgumentException thrown = new IllegalArgumentException();
    List<Runnable> calls =
        List.of(
            () -> map.forEach(1, (k, v) -> fail(k, thrown)),
            () -> map.search(1, (k, v) -> fail(k, thrown)),
            () -> map.searchKeys(1, k -> fail(k, thrown)),
            () -> map.reduce(1, (k, v) -> fail(k, thrown), (a, b) -> a),
            () -> map.reduceValues(1, v -> v, (a, b) -> fail(100L, thrown)),
            () -> map.reduceToLong(1, (k, v) -> fail(k, thrown) == null ? 0 : 1, 0, Long::sum),
            () -> map.values().removeIf(v -> fail(v, thrown) != null),
            () -> map.keySet().removeIf(k -> fail(k, thrown) != null),
            () -> map.entrySet().removeIf(e -> fail(e.getKey(), thrown) != null),
            () -> map.replaceAll((k, v) -> Objects.requireNonNullElse(fail(k, thrown), v)));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .satisfiesAnyOf(
              e -> assertThat(e).isSameAs(thrown), e -> assertThat(e).hasRootCause(thrown));
    }
    // The other tasks of an operation go on for a moment, and may hold a lock to read.
    assertThat(ForkJoinPool.commonPool().awaitQuiescence(60, TimeUnit.SECONDS)).isTrue();
    assertThat(map).hasSize(200);
    assertThat(map.put(1L, 7L)).isEqualTo(1L);
    map.validate();
  }

  private static @Nullable Long fail(Long key, RuntimeException thrown) {
    if (key >= 100) {
      throw thrown;
    }
    return null;
  }
}
