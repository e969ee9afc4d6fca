package org.jets.ets.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableTypeException;
import org.jets.ets.Variant;
import org.jets.terms.Binary;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of tables of records: those of any type, and what only sets have. */
class RecordTableTest {
  private static final int ADDITIONS = 10_000;

  private enum Level {
    LOW,
    HIGH
  }

  private record User(long id, String name, Level level) {
    User leveled(Level other) {
      return new User(id, name, other);
    }
  }

  private record Counter(int id, long count) {}

  private static final Codec<User> USERS =
      Codec.ofRecord(MethodHandles.lookup(), User.class, a("user"));

  private static final User ADA = new User(1, "ada", Level.LOW);
  private static final User BOB = new User(2, "bob", Level.HIGH);

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private RecordTable<Long, User> users(Variant variant) {
    return RecordTable.of(
        owner.newTable("users", variant.options().withKeypos(2)), Codec.ofLong(), USERS);
  }

  private static Tuple user(long id, String name, String level) {
    return t("user", id, Binary.of(name), level);
  }

  // Tables of any type

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void records_insertedAndFound_areTuplesOfErlang(Variant variant) {
    RecordTable<Long, User> users = users(variant);
    users.insert(ADA);
    users.insert(List.of(BOB));
    assertThat(users.table().lookup(i(1))).containsExactly(user(1, "ada", "LOW"));
    assertThat(users.lookup(1L)).containsExactly(ADA);
    assertThat(users.lookup(3L)).isEmpty();
    assertThat(users.member(2L)).isTrue();
    assertThat(users.member(3L)).isFalse();
    assertThat(users.size()).isEqualTo(2);
    try (Stream<User> all = users.stream()) {
      assertThat(all.toList()).containsExactlyInAnyOrder(ADA, BOB);
    }
    assertThat(users.insertNew(ADA.leveled(Level.HIGH))).isFalse();
    assertThat(users.insertNew(new User(3, "eve", Level.LOW))).isTrue();
    users.delete(3L);
    users.deleteRecord(BOB.leveled(Level.LOW));
    users.deleteRecord(ADA);
    assertThat(users.table().tab2list()).containsExactly(user(2, "bob", "HIGH"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void bags_recordsOfOneKey_areAllFound(Variant variant) {
    RecordTable<Long, User> users = users(variant);
    users.insert(ADA);
    users.insert(ADA.leveled(Level.HIGH));
    assertThat(users.lookup(1L)).containsExactly(ADA, ADA.leveled(Level.HIGH));
    assertThatThrownBy(() -> users.lookup(1L).add(BOB))
        .isInstanceOf(UnsupportedOperationException.class);
    List<Consumer<RecordTable<Long, User>>> ofSets =
        List.of(
            table -> table.find(1L),
            table -> table.take(1L),
            table -> table.replaceIf(ADA, ADA),
            table -> table.compute(1L, found -> found),
            table -> table.computeIfAbsent(1L, key -> ADA),
            table -> table.merge(ADA, (old, added) -> old));
    for (Consumer<RecordTable<Long, User>> call : ofSets) {
      assertThatThrownBy(() -> call.accept(users)).isInstanceOf(TableTypeException.class);
    }
    assertThat(users.size()).isEqualTo(2);
  }

  @Test
  void keys_asTerms_areTaken() {
    LocalTable table = owner.newTable("users", TableOptions.orderedSet().withKeypos(3));
    RecordTable<Term, User> byName = RecordTable.of(table, Codec.ofTerm(), USERS);
    byName.insert(List.of(BOB, ADA));
    assertThat(byName.find(Binary.of("bob"))).contains(BOB);
    assertThat(byName.stream().toList()).containsExactly(ADA, BOB);
  }

  // Sets

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void sets_changesOfOneRecord_areMadeAndAnswered(Variant variant) {
    RecordTable<Long, User> users = users(variant);
    User high = ADA.leveled(Level.HIGH);
    assertThat(users.find(1L)).isEmpty();
    assertThat(users.merge(ADA, (old, added) -> old.leveled(Level.HIGH))).isEqualTo(ADA);
    assertThat(users.merge(ADA, (old, added) -> old.leveled(Level.HIGH))).isEqualTo(high);
    assertThat(users.find(1L)).contains(high);
    assertThat(users.replaceIf(ADA, high)).isFalse();
    assertThat(users.replaceIf(high, ADA)).isTrue();
    assertThat(users.computeIfAbsent(1L, key -> BOB)).isEqualTo(ADA);
    assertThat(users.computeIfAbsent(2L, key -> new User(key, "bob", Level.HIGH))).isEqualTo(BOB);
    assertThat(users.compute(1L, found -> found.map(old -> old.leveled(Level.HIGH))))
        .contains(high);
    assertThat(users.compute(3L, found -> found)).isEmpty();
    assertThat(users.compute(2L, found -> Optional.empty())).isEmpty();
    assertThat(users.take(2L)).isEmpty();
    assertThat(users.take(1L)).contains(high);
    assertThat(users.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_resultsThatAreNoneOrHaveAnotherKey_changeNothing(Variant variant) {
    RecordTable<Long, User> users = users(variant);
    users.insert(ADA);
    assertThatThrownBy(() -> users.compute(1L, found -> Optional.of(BOB)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> users.computeIfAbsent(3L, key -> BOB))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> users.merge(ADA, (old, added) -> BOB))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> users.replaceIf(ADA, BOB)).isInstanceOf(BadArgumentException.class);
    assertThatNullPointerException().isThrownBy(() -> users.compute(1L, found -> null));
    assertThatNullPointerException().isThrownBy(() -> users.computeIfAbsent(2L, key -> null));
    assertThatNullPointerException().isThrownBy(() -> users.merge(ADA, (old, added) -> null));
    assertThatThrownBy(() -> users.compute(1L, found -> Optional.of(rethrow())))
        .hasMessage("thrown");
    assertThatThrownBy(() -> users.merge(ADA, (old, added) -> rethrow())).hasMessage("thrown");
    assertThat(users.table().tab2list()).containsExactly(user(1, "ada", "LOW"));
  }

  private static User rethrow() {
    throw new IllegalStateException("thrown");
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  @SuppressWarnings("ReturnValueIgnored") // None returns.
  void objects_thatAreNoRecords_areUnexpectedAndStay(Variant variant) {
    List<Tuple> foreign =
        List.of(
            t("user", 1),
            t("person", 1, Binary.of("ada"), "LOW"),
            user(1, "ada", "low"),
            t("user", 1, "ada", "LOW"));
    List<Consumer<RecordTable<Long, User>>> readers =
        List.of(
            table -> table.find(1L),
            table -> table.lookup(1L),
            table -> table.take(1L),
            table -> table.stream().toList(),
            table -> table.compute(1L, found -> Optional.of(ADA)),
            table -> table.computeIfAbsent(1L, key -> ADA),
            table -> table.merge(ADA, (old, added) -> ADA));
    for (Tuple object : foreign) {
      RecordTable<Long, User> users = users(variant);
      users.table().insert(object);
      for (Consumer<RecordTable<Long, User>> reader : readers) {
        assertThatThrownBy(() -> reader.accept(users)).isInstanceOf(UnexpectedTermException.class);
      }
      assertThat(users.replaceIf(ADA, ADA.leveled(Level.HIGH))).isFalse();
      assertThat(users.member(1L)).isTrue();
      assertThat(users.table().tab2list()).containsExactly(object);
    }
  }

  @Test
  void nulls_eachCall_areRefused() {
    LocalTable table = owner.newTable("users", TableOptions.set().withKeypos(2));
    assertThatNullPointerException().isThrownBy(() -> RecordTable.of(null, Codec.ofLong(), USERS));
    assertThatNullPointerException().isThrownBy(() -> RecordTable.of(table, null, USERS));
    assertThatNullPointerException().isThrownBy(() -> RecordTable.of(table, Codec.ofLong(), null));
    RecordTable<Long, User> users = RecordTable.of(table, Codec.ofLong(), USERS);
    assertThatNullPointerException().isThrownBy(() -> users.insert((User) null));
    assertThatNullPointerException().isThrownBy(() -> users.insert((List<User>) null));
    assertThatNullPointerException().isThrownBy(() -> users.insert(Arrays.asList(ADA, null)));
    assertThatNullPointerException().isThrownBy(() -> users.insertNew(null));
    assertThatNullPointerException().isThrownBy(() -> users.lookup(null));
    assertThatNullPointerException().isThrownBy(() -> users.find(null));
    assertThatNullPointerException().isThrownBy(() -> users.take(null));
    assertThatNullPointerException().isThrownBy(() -> users.replaceIf(ADA, null));
    assertThatNullPointerException().isThrownBy(() -> users.compute(1L, null));
    assertThatNullPointerException().isThrownBy(() -> users.computeIfAbsent(1L, null));
    assertThatNullPointerException().isThrownBy(() -> users.merge(ADA, null));
    assertThat(users.size()).isZero();
  }

  @Test
  void codecs_ofNoTuplesOrTooShortOnes_areRefused() {
    LocalTable table = owner.newTable("numbers", TableOptions.set());
    RecordTable<Long, Long> numbers = RecordTable.of(table, Codec.ofLong(), Codec.ofLong());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> numbers.insert(7L))
        .withMessage("records: a codec that makes 7 (expected: one that makes tuples)");
    LocalTable third = owner.newTable("counters", TableOptions.set().withKeypos(3));
    Counter counter = new Counter(1, 2);
    RecordTable<Long, Counter> counters =
        RecordTable.of(
            third, Codec.ofLong(), Codec.ofRecord(MethodHandles.lookup(), Counter.class));
    assertThatThrownBy(() -> counters.insert(counter)).isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> counters.merge(counter, (old, added) -> added))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> counters.replaceIf(counter, counter))
        .isInstanceOf(BadArgumentException.class);
    assertThat(third.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_thatChangeTheirKeyOrDropTheTable_runAgainOrFail(Variant variant) {
    RecordTable<Long, User> users = users(variant);
    AtomicInteger runs = new AtomicInteger();
    assertThat(
            users.merge(
                ADA,
                (old, added) -> {
                  throw new AssertionError("the key is absent");
                }))
        .isEqualTo(ADA);
    assertThat(
            users.merge(
                ADA.leveled(Level.HIGH),
                (old, added) -> {
                  if (runs.incrementAndGet() == 1) {
                    users.delete(1L);
                  }
                  return old;
                }))
        .isEqualTo(ADA.leveled(Level.HIGH));
    assertThat(runs).hasValue(1);
    assertThat(users.find(1L)).contains(ADA.leveled(Level.HIGH));
    assertThatThrownBy(
            () ->
                users.computeIfAbsent(
                    2L,
                    key -> {
                      users.table().drop();
                      return BOB;
                    }))
        .isInstanceOf(NoSuchTableException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_ofTwoThreads_loseNoUpdate(Variant variant) throws Exception {
    RecordTable<Integer, Counter> counters =
        RecordTable.of(
            owner.newTable("counters", variant.options()),
            Codec.ofInt(),
            Codec.ofRecord(MethodHandles.lookup(), Counter.class));
    int count = TestScale.count(ADDITIONS);
    Runnable merges =
        () -> {
          for (int n = 0; n < count; n++) {
            counters.merge(
                new Counter(1, 1), (old, added) -> new Counter(1, old.count() + added.count()));
          }
        };
    Runnable computes =
        () -> {
          for (int n = 0; n < count; n++) {
            counters.compute(
                1, found -> Optional.of(new Counter(1, found.map(Counter::count).orElse(0L) + 1)));
          }
        };
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      for (Future<?> thread : List.of(executor.submit(merges), executor.submit(computes))) {
        thread.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(counters.find(1)).contains(new Counter(1, 2L * count));
  }
}
