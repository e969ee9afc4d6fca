package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the changes of an object by a function, and its replacement if it is the expected one. */
class TableComputationTest {
  private static final int ADDITIONS = 20_000;
  private static final int THREADS = 3;
  private static final int KEYS = 3;

  /** More runs than a function needs to show that it changes its own key. */
  private static final int MANY_RUNS = 100;

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private LocalTable table(Variant variant) {
    return owner.newTable("t", variant.options().withPublicAccess());
  }

  private static Optional<Tuple> plusOne(Optional<Tuple> object) {
    Tuple present = object.orElse(t(1, 0));
    return Optional.of(present.with(2, i(number(present) + 1)));
  }

  private static long number(Tuple object) {
    return ((IntegerTerm) object.element(2)).longValue();
  }

  private static Tuple sum(Tuple present, Tuple added) {
    return present.with(2, i(number(present) + number(added)));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_absentThenPresentThenDeleted_givesEachObject(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(1, 1));
    assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(1, 2));
    assertThat(table.lookup(i(1))).containsExactly(t(1, 2));
    assertThat(table.compute(i(1), object -> Optional.empty())).isEmpty();
    assertThat(table.size()).isZero();
    assertThat(table.compute(i(1), object -> Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_objectThatUpdateCounterChanges_isSeenAndReplaced(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 0));
    for (int n = 1; n <= 4; n += 2) {
      table.updateCounter(i(1), 1);
      assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(1, n + 1));
    }
    assertThat(table.lookup(i(1))).containsExactly(t(1, 4));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_objectChangedByTheFunction_runsItAgain(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 10));
    List<Tuple> seen = new ArrayList<>();
    Optional<Tuple> result =
        table.compute(
            i(1),
            object -> {
              if (seen.isEmpty()) {
                table.updateCounter(i(1), 5);
              }
              seen.add(object.orElseThrow());
              return plusOne(object);
            });
    assertThat(result).contains(t(1, 16));
    assertThat(seen).containsExactly(t(1, 10), t(1, 15));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_functionThatThrows_leavesTheObjectAndNoLock(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 10));
    assertThatThrownBy(
            () ->
                table.compute(
                    i(1),
                    object -> {
                      throw new IllegalStateException("function");
                    }))
        .hasMessage("function");
    assertThatNullPointerException().isThrownBy(() -> table.compute(i(1), object -> null));
    assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(1, 11));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_functionThatDropsTheTable_throws(Variant variant) {
    LocalTable table = table(variant);
    assertThatThrownBy(
            () ->
                table.compute(
                    i(1),
                    object -> {
                      table.drop();
                      return plusOne(object);
                    }))
        .isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void compute_functionThatGivesTheTableAway_throwsAndChangesNothing() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    try (Owner other = owner.space().newOwner()) {
      assertThatThrownBy(
              () ->
                  table.compute(
                      i(1),
                      object -> {
                        table.giveAway(other, a("gift"));
                        return plusOne(object);
                      }))
          .isInstanceOf(TableAccessException.class);
      assertThat(table.size()).isZero();
    }
  }

  @Test
  void compute_functionThatEndsTheRightAndChangesNothing_throws() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, 10));
    try (Owner other = owner.space().newOwner()) {
      assertThatThrownBy(
              () ->
                  table.compute(
                      i(1),
                      object -> {
                        table.giveAway(other, a("gift"));
                        return object;
                      }))
          .isInstanceOf(TableAccessException.class);
      assertThat(table.tab2list()).containsExactly(t(1, 10));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void results_withoutTheKey_areRefused(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 10));
    assertThatThrownBy(() -> table.compute(i(1), object -> Optional.of(t(2, 1))))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("object: {2,1} (expected: an object with the key 1)");
    assertThatThrownBy(() -> table.compute(i(1), object -> Optional.of(Tuple.of())))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.computeIfAbsent(i(3), key -> t(2, 1)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.merge(t(1, 1), (present, added) -> t(2, 1)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.merge(Tuple.of(), TableComputationTest::sum))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.replaceIf(i(1), t(1, 10), t(2, 10)))
        .isInstanceOf(BadArgumentException.class);
    assertThat(table.tab2list()).containsExactly(t(1, 10));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void computeIfAbsent_presentKey_doesNotRunTheFunction(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.computeIfAbsent(i(1), key -> Tuple.of(key, i(7)))).isEqualTo(t(1, 7));
    assertThat(
            table.computeIfAbsent(
                i(1),
                key -> {
                  throw new IllegalStateException("function");
                }))
        .isEqualTo(t(1, 7));
    assertThatNullPointerException().isThrownBy(() -> table.computeIfAbsent(i(2), key -> null));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void computeIfAbsent_keyInsertedByTheFunction_returnsThatObject(Variant variant) {
    LocalTable table = table(variant);
    Tuple object =
        table.computeIfAbsent(
            i(1),
            key -> {
              table.insert(t(1, 8));
              return t(1, 7);
            });
    assertThat(object).isEqualTo(t(1, 8));
    assertThat(table.lookup(i(1))).containsExactly(t(1, 8));
  }

  /** Ways to give the key 1, which is present, an object with a number. */
  private static Map<String, ObjIntConsumer<LocalTable>> ownChanges() {
    Map<String, ObjIntConsumer<LocalTable>> changes = new LinkedHashMap<>();
    changes.put("insert", (table, n) -> table.insert(t(1, n)));
    changes.put("insert a list", (table, n) -> table.insert(List.of(t(2, n), t(1, n))));
    changes.put(
        "insertNew",
        (table, n) -> {
          table.delete(i(1));
          table.insertNew(t(1, n));
        });
    changes.put(
        "insertNew a list",
        (table, n) -> {
          table.takeAll(List.of(i(1), i(2)));
          table.insertNew(List.of(t(2, n), t(1, n)));
        });
    changes.put("updateCounter", (table, n) -> table.updateCounter(i(1), 1));
    changes.put(
        "updateCounter twice", (table, n) -> table.updateCounter(i(1), List.of(add(3), add(-2))));
    changes.put("updateElement", (table, n) -> table.updateElement(i(1), 2, i(n)));
    changes.put(
        "selectReplace",
        (table, n) -> {
          Term spec = l(t(t(1, "_"), l(), l(t(t(1, n)))));
          table.selectReplace(MatchSpec.compile(spec));
        });
    changes.put("compareInsert", (table, n) -> table.compareInsert(table.lookup(i(1)), t(1, n)));
    changes.put("compute", (table, n) -> table.compute(i(1), object -> Optional.of(t(1, n))));
    changes.put("merge", (table, n) -> table.merge(t(1, n), (present, added) -> added));
    return changes;
  }

  private static CounterOp add(int number) {
    return CounterOp.add(2, number);
  }

  /** Checks that a call whose function makes a change of its own key in each run fails. */
  private static void assertFails(
      LocalTable table, ObjIntConsumer<LocalTable> change, Consumer<Runnable> call) {
    table.insert(t(1, 0));
    int[] runs = new int[1];
    assertThatThrownBy(
            () ->
                call.accept(
                    () -> {
                      assertThat(++runs[0]).as("runs").isLessThan(MANY_RUNS);
                      change.accept(table, runs[0]);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("own key 1 ");
    assertThat(table.lookup(i(1))).containsExactly(t(1, runs[0]));
    assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(1, runs[0] + 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_thatChangeTheirKeyInEachRun_failAndLeaveThatChange(Variant variant) {
    LocalTable table = table(variant);
    ownChanges()
        .forEach(
            (name, change) -> {
              assertFails(
                  table,
                  change,
                  run ->
                      table.compute(
                          i(1),
                          object -> {
                            run.run();
                            return Optional.of(t(1, "result"));
                          }));
              assertFails(
                  table,
                  change,
                  run ->
                      table.merge(
                          t(1, "result"),
                          (present, added) -> {
                            run.run();
                            return added;
                          }));
            });
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_ofAFunctionThatFailsForItsOwnKey_failsToo(Variant variant) {
    TableSpace space = new TableSpace();
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(5));
    try (Owner metered = space.newOwner()) {
      LocalTable table = metered.newTable("t", variant.options());
      table.insert(t(1, 0));
      int[] last = new int[1];
      int[] runs = new int[1];
      UnaryOperator<Optional<Tuple>> inner =
          object -> {
            assertThat(++last[0]).as("runs").isLessThan(MANY_RUNS * MANY_RUNS);
            table.insert(t(1, last[0]));
            return Optional.of(t(1, "inner"));
          };
      UnaryOperator<Optional<Tuple>> outer =
          object -> {
            assertThat(++runs[0]).as("runs").isLessThan(MANY_RUNS);
            assertThatThrownBy(() -> table.compute(i(1), inner))
                .isInstanceOf(IllegalStateException.class);
            return Optional.of(t(1, "outer"));
          };
      assertThatThrownBy(() -> table.compute(i(1), outer))
          .isInstanceOf(IllegalStateException.class);
      assertThat(table.lookup(i(1))).containsExactly(t(1, last[0]));
      assertCounted(space, table);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compute_keyThatOtherThreadsChangeInManyRuns_runsUntilTheyEnd(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 0));
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      int[] runs = new int[1];
      Optional<Tuple> result =
          table.compute(
              i(1),
              object -> {
                int run = ++runs[0];
                table.insert(t(2, run));
                table.insert(List.of(t(2, run), t(3, run)));
                table.compute(i(2), TableComputationTest::plusOne);
                if (run < MANY_RUNS) {
                  CompletableFuture.runAsync(() -> table.insert(t(1, run)), other).join();
                }
                return plusOne(object);
              });
      assertThat(result).contains(t(1, MANY_RUNS));
      assertThat(runs[0]).isEqualTo(MANY_RUNS);
    } finally {
      other.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void compute_functionThatChangesAnEqualKey_fails(Variant variant) {
    LocalTable table = table(variant);
    int[] runs = new int[1];
    assertThatThrownBy(
            () ->
                table.compute(
                    i(1),
                    object -> {
                      assertThat(++runs[0]).as("runs").isLessThan(MANY_RUNS);
                      table.insert(t(f(1.0), runs[0]));
                      return Optional.of(t(1, 1));
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(table.tab2list()).containsExactly(t(f(1.0), runs[0]));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void merge_absentThenPresent_insertsThenJoins(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.merge(t(1, 3), TableComputationTest::sum)).isEqualTo(t(1, 3));
    assertThat(table.merge(t(1, 4), TableComputationTest::sum)).isEqualTo(t(1, 7));
    assertThat(table.lookup(i(1))).containsExactly(t(1, 7));
    assertThatNullPointerException()
        .isThrownBy(() -> table.merge(t(1, 1), (present, added) -> null));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void replaceIf_onlyTheExpectedObject_isReplaced(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.replaceIf(i(1), t(1, 1), t(1, 2))).isFalse();
    assertThat(table.size()).isZero();
    table.insert(t(1, 1));
    assertThat(table.replaceIf(i(1), t(1, f(1.0)), t(1, 2))).isFalse();
    assertThat(table.replaceIf(i(1), t(1, 2), t(1, 3))).isFalse();
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1));
    assertThat(table.replaceIf(i(1), t(1, 1), t(1, 2))).isTrue();
    assertThat(table.lookup(i(1))).containsExactly(t(1, 2));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void orderedSet_equalKeyOfAnotherType_isTheSameKey(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(f(1.0), 5));
    assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(f(1.0), 6));
    assertThat(table.replaceIf(i(1), t(1, 6), t(1, 7))).isFalse();
    assertThat(table.replaceIf(i(1), t(f(1.0), 6), t(1, 7))).isTrue();
    assertThat(table.tab2list()).containsExactly(t(1, 7));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void set_equalKeyOfAnotherType_isAnotherKey(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(f(1.0), 5));
    assertThat(table.compute(i(1), TableComputationTest::plusOne)).contains(t(1, 1));
    assertThat(table.size()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"BAG", "DUPLICATE_BAG"})
  void bags_allFunctions_areRefused(TableType type) {
    LocalTable table = owner.newTable("t", TableOptions.of(type));
    assertThatThrownBy(() -> table.compute(i(1), TableComputationTest::plusOne))
        .isInstanceOf(TableTypeException.class);
    assertThatThrownBy(() -> table.computeIfAbsent(i(1), key -> t(1, 1)))
        .isInstanceOf(TableTypeException.class);
    assertThatThrownBy(() -> table.merge(t(1, 1), TableComputationTest::sum))
        .isInstanceOf(TableTypeException.class);
    assertThatThrownBy(() -> table.replaceIf(i(1), t(1, 1), t(1, 2)))
        .isInstanceOf(TableTypeException.class);
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void fixedTable_keyDeletedByCompute_canStillBeSteppedFrom(Variant variant) {
    LocalTable table = table(variant);
    for (int key = 1; key <= KEYS; key++) {
      table.insert(t(key, key));
    }
    table.safeFixtable(true);
    List<Term> visited = new ArrayList<>();
    Optional<Term> key = table.first();
    while (key.isPresent()) {
      visited.add(key.get());
      table.compute(key.get(), object -> Optional.empty());
      key = table.next(key.get());
    }
    table.safeFixtable(false);
    assertThat(visited).containsExactlyInAnyOrder(i(1), i(2), i(3));
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void quota_allFunctions_countWhatTheyChange(Variant variant) {
    TableSpace space = new TableSpace();
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(1).withBytes(10_000));
    try (Owner metered = space.newOwner()) {
      LocalTable table = metered.newTable("t", variant.options());
      table.compute(i(1), TableComputationTest::plusOne);
      assertCounted(space, table);
      assertThatThrownBy(() -> table.computeIfAbsent(i(2), key -> t(2, 2)))
          .isInstanceOf(SystemLimitException.class);
      assertCounted(space, table);
      table.merge(t(1, 1L << 40), TableComputationTest::sum);
      assertCounted(space, table);
      assertThat(table.replaceIf(i(1), t(1, 5), t(1, 6))).isFalse();
      assertCounted(space, table);
      table.compute(i(1), object -> Optional.empty());
      assertCounted(space, table);
      assertThat(table.size()).isZero();
    }
  }

  /** Checks that the counts of a space are those of its only table. */
  static void assertCounted(TableSpace space, LocalTable table) {
    OwnedTable owned = space.find(table.id());
    assertThat(Objects.requireNonNull(space.usages()).all().bytes())
        .isEqualTo(Variant.heldBytes(owned) + owned.planBytes());
    assertThat(space.usages().all().objects()).isEqualTo(table.size());
  }

  /** Each kind of addition meets the others, and additions in place. None may be lost. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void additions_ofManyThreads_areAllThere(Variant variant) throws Exception {
    LocalTable table = table(variant);
    ExecutorService executor = Executors.newCachedThreadPool();
    List<Future<?>> threads = new ArrayList<>();
    int additions = TestScale.count(ADDITIONS);
    try {
      for (int thread = 0; thread < THREADS; thread++) {
        threads.add(
            executor.submit(
                () -> {
                  for (int n = 0; n < additions; n++) {
                    addOne(table, i(n % KEYS), n % 4);
                  }
                }));
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
    } finally {
      executor.shutdownNow();
    }
    long sum = table.tab2list().stream().mapToLong(TableComputationTest::number).sum();
    assertThat(sum).isEqualTo((long) THREADS * additions);
  }

  private static void addOne(LocalTable table, Term key, int way) {
    switch (way) {
      case 0 -> table.updateCounter(key, 1, Tuple.of(key, i(0)));
      case 1 -> table.merge(Tuple.of(key, i(1)), TableComputationTest::sum);
      case 2 ->
          table.compute(key, object -> plusOne(Optional.of(object.orElse(Tuple.of(key, i(0))))));
      default -> {
        Tuple present;
        do {
          present = table.computeIfAbsent(key, absent -> Tuple.of(absent, i(0)));
        } while (!table.replaceIf(key, present, sum(present, Tuple.of(key, i(1)))));
      }
    }
  }
}
