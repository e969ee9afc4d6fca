package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the owners and the duration of fixations, and steps in a fixed table. */
class FixationTest {
  private static final int KEYS = 50;

  /** A number of keys that any store can split. */
  private static final int SPLITTABLE = 2_000;

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Owner other = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
    assertThat(space.all()).isEmpty();
  }

  private LocalTable table(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    for (int key = 0; key < KEYS; key++) {
      table.insert(t(key, 0));
    }
    return table;
  }

  private static List<Term> walk(LocalTable table, Optional<Term> from) {
    List<Term> keys = new ArrayList<>();
    for (Optional<Term> key = from; key.isPresent(); key = table.next(key.get())) {
      keys.add(key.get());
    }
    return keys;
  }

  /** Returns whether streams keep a table fixed, which those of ordered keys need not do. */
  private static boolean isFixedByStreams(Variant variant) {
    return variant.type() != TableType.ORDERED_SET;
  }

  private static void awaitNotFixed(LocalTable table) {
    for (int n = 0; n < 100 && isFixed(table); n++) {
      System.gc();
    }
    assertThat(isFixed(table)).isFalse();
  }

  private static boolean isFixed(LocalTable table) {
    return table.info(a("fixed")).orElseThrow() == Atom.TRUE;
  }

  private static ListTerm counts(LocalTable table) {
    Term fixed = table.info(a("safe_fixed")).orElseThrow();
    return fixed instanceof Tuple pair ? (ListTerm) pair.element(2) : ListTerm.of();
  }

  // Steps

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_fixedAndKeyDeleted_continues(Variant variant) {
    LocalTable table = table(variant);
    table.safeFixtable(true);
    Term first = table.first().orElseThrow();
    Term second = table.next(first).orElseThrow();
    table.delete(first);
    table.delete(second);
    assertThat(table.next(first)).isPresent().isEqualTo(table.next(second));
    assertThat(walk(table, table.next(first))).hasSize(KEYS - 2).doesNotContain(first, second);
    assertThat(table.lookup(first)).isEmpty();
    assertThat(table.size()).isEqualTo(KEYS - 2);
    assertThat(table.first()).isEqualTo(table.next(second));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_fixedAndDeletedBeforeTheFirstStep_continues(Variant variant) {
    for (int way = 0; way < 4; way++) {
      LocalTable table = table(variant);
      table.safeFixtable(true);
      switch (way) {
        case 0 -> table.delete(i(7));
        case 1 -> table.take(i(7));
        case 2 -> table.deleteObject(t(7, 0));
        default -> table.deleteAllObjects();
      }
      assertThat(table.member(i(7))).isFalse();
      Optional<Term> next = table.next(i(7));
      table.insert(t(7, 1));
      List<Term> keys = walk(table, table.first());
      assertThat(keys).hasSize(way == 3 ? 1 : KEYS).contains(i(7)).doesNotHaveDuplicates();
      assertThat(next).isEqualTo(keys.stream().skip(keys.indexOf(i(7)) + 1L).findFirst());
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void next_keyNeverThere_isAnErrorFixedOrNot(Variant variant) {
    LocalTable table = table(variant);
    assertThatThrownBy(() -> table.next(i(KEYS))).isInstanceOf(NoSuchKeyException.class);
    table.safeFixtable(true);
    table.delete(i(KEYS));
    table.deleteObject(t(KEYS, 0));
    assertThatThrownBy(() -> table.next(i(KEYS))).isInstanceOf(NoSuchKeyException.class);
    table.first();
    assertThatThrownBy(() -> table.next(i(KEYS))).isInstanceOf(NoSuchKeyException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void next_afterTheLastRelease_forgetsDeletedKeys(Variant variant) {
    LocalTable table = table(variant);
    table.safeFixtable(true);
    table.safeFixtable(true);
    table.delete(i(1));
    table.safeFixtable(false);
    table.next(i(1));
    table.safeFixtable(false);
    assertThatThrownBy(() -> table.next(i(1))).isInstanceOf(NoSuchKeyException.class);
    table.safeFixtable(true);
    assertThatThrownBy(() -> table.next(i(1))).isInstanceOf(NoSuchKeyException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walk_fixed_showsEachKeyOnceWhateverComesAndGoes(Variant variant) {
    LocalTable table = table(variant);
    table.safeFixtable(true);
    List<Term> walked = new ArrayList<>();
    int fresh = KEYS;
    for (Optional<Term> key = table.first(); key.isPresent(); key = table.next(key.get())) {
      walked.add(key.get());
      table.delete(key.get());
      if (fresh < 3 * KEYS) {
        table.insert(t(fresh++, 0));
      }
      if (walked.size() % 3 == 0) {
        table.insert(t(key.get(), 1));
      }
      int absent = ((IntegerTerm) key.get()).intValue() + 1;
      if (absent < KEYS && table.take(i(absent)).size() == 1) {
        table.insert(t(absent, 1));
      }
    }
    assertThat(walked).doesNotHaveDuplicates();
    for (int key = 0; key < KEYS; key++) {
      assertThat(walked).contains(i(key));
    }
    List<Term> live = table.stream().map(object -> object.element(1)).toList();
    assertThat(walk(table, table.first())).containsExactlyInAnyOrderElementsOf(live);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void next_fixedAndInsertingAtEachStep_comesToAnEnd(Variant variant) {
    LocalTable table = table(variant);
    table.safeFixtable(true);
    int steps = 0;
    for (Optional<Term> key = table.first(); key.isPresent(); key = table.next(key.get())) {
      table.insert(t(KEYS + steps++, 0));
    }
    if (variant.hasLastingOrder()) {
      // The walk meets new keys that lie ahead: e * KEYS - KEYS of them on average.
      assertThat(steps).isBetween(KEYS, 4 * KEYS);
    } else {
      assertThat(steps).isEqualTo(KEYS);
    }
    assertThat(walk(table, table.first())).hasSize(KEYS + steps);
  }

  // Owners and duration of fixations

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void safeFixtable_counted_isReleasedByAsManyCallsOfItsOwner(Variant variant) {
    LocalTable table = table(variant);
    LocalTable others = other.open(table.id());
    assertThat(table.info(a("safe_fixed"))).contains(Atom.FALSE);
    assertThat(table.info(a("safe_fixed_monotonic_time"))).contains(Atom.FALSE);
    table.safeFixtable(true);
    apply(table, "safe_fixtable", Atom.TRUE);
    others.safeFixtable(false);
    assertThat(counts(table)).containsExactly(t(owner.pid(), 2));
    others.safeFixtable(true);
    assertThat(counts(table)).containsExactlyInAnyOrder(t(owner.pid(), 2), t(other.pid(), 1));
    assertThat(((Tuple) table.info(a("safe_fixed_monotonic_time")).orElseThrow()).element(2))
        .isEqualTo(counts(table));
    owner.open(table.id()).safeFixtable(false);
    apply(table, "safe_fixtable", Atom.FALSE);
    assertThat(isFixed(table)).isTrue();
    other.close();
    assertThat(isFixed(table)).isFalse();
    assertThatThrownBy(() -> apply(table, "safe_fixtable", a("yes")))
        .isInstanceOfSatisfying(
            BadArgumentException.class, error -> assertThat(error.argument()).isEqualTo(2));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void safeFixtable_ownerHasEnded_isAnErrorAndFixesNothing(Variant variant) {
    LocalTable table = table(variant);
    LocalTable others = other.open(table.id());
    other.close();
    assertThatThrownBy(() -> others.safeFixtable(true))
        .isInstanceOfSatisfying(
            BadArgumentException.class, error -> assertThat(error.argument()).isEqualTo(1));
    assertThat(isFixed(table)).isFalse();
    others.safeFixtable(false);
    if (isFixedByStreams(variant)) {
      Spliterator<Tuple> objects = others.spliterator();
      for (Runnable consumption :
          List.<Runnable>of(
              () -> others.stream().iterator().next(),
              () -> others.stream().forEach(object -> {}),
              () -> others.stream(MatchSpec.objectsLike(a("_"))).forEach(object -> {}),
              () -> others.iterateFrom(i(1)).forEach(object -> {}),
              () -> objects.tryAdvance(object -> {}),
              () -> objects.forEachRemaining(object -> {}),
              () -> others.foldl((object, count) -> count, 0),
              () -> others.foldr((object, count) -> count, 0))) {
        assertThatThrownBy(consumption::run)
            .isInstanceOfSatisfying(
                BadArgumentException.class, error -> assertThat(error.argument()).isEqualTo(1));
      }
    } else {
      assertThat(others.stream().iterator().next()).isNotNull();
      assertThat(others.<Integer>foldl((object, count) -> count + 1, 0)).isEqualTo(KEYS);
      assertThat(others.<Integer>foldr((object, count) -> count + 1, 0)).isEqualTo(KEYS);
    }
    assertThat(isFixed(table)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void safeFixtable_ownerEndsMeanwhile_leavesNothingFixed(Variant variant) throws Exception {
    LocalTable table = table(variant);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      for (int n = 0; n < TestScale.count(5_000); n++) {
        Owner ending = space.newOwner();
        LocalTable handle = ending.open(table.id());
        CyclicBarrier start = new CyclicBarrier(2);
        Future<?> fixing =
            executor.submit(
                () -> {
                  start.await();
                  try {
                    handle.safeFixtable(true);
                  } catch (BadArgumentException e) {
                    assertThat(ending.isAlive()).isFalse();
                  }
                  return null;
                });
        start.await();
        ending.close();
        fixing.get();
        assertThat(isFixed(table)).isFalse();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void close_handle_releasesWhatItFixed(Variant variant) {
    LocalTable table = table(variant);
    LocalTable second = owner.open(table.id());
    second.safeFixtable(true);
    second.safeFixtable(true);
    table.safeFixtable(true);
    Iterator<Tuple> iterator = second.stream().iterator();
    iterator.next();
    assertThat(counts(table)).containsExactly(t(owner.pid(), isFixedByStreams(variant) ? 4 : 3));
    second.close();
    assertThat(counts(table)).containsExactly(t(owner.pid(), 1));
    table.safeFixtable(false);
    assertThat(isFixed(table)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("hashVariants")
  void stream_fixesFromItsFirstElementToItsEnd(Variant variant) {
    LocalTable table = table(variant);
    Stream<Tuple> stream = table.stream();
    assertThat(isFixed(table)).isFalse();
    assertThat(stream.peek(object -> assertThat(isFixed(table)).isTrue()).count()).isEqualTo(KEYS);
    assertThat(isFixed(table)).isFalse();
    try (Stream<Tuple> left = table.stream()) {
      left.iterator().next();
      assertThat(isFixed(table)).isTrue();
      table.safeFixtable(false);
      assertThat(isFixed(table)).isTrue();
    }
    assertThat(isFixed(table)).isFalse();
    assertThat(table.stream().parallel().mapToInt(object -> 1).sum()).isEqualTo(KEYS);
    assertThat(isFixed(table)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("hashVariants")
  void spliterator_split_fixesUntilAllPartsEnd(Variant variant) {
    LocalTable table = table(variant);
    for (int key = KEYS; key < SPLITTABLE; key++) {
      table.insert(t(key, 0));
    }
    Spliterator<Tuple> all = table.spliterator();
    Spliterator<Tuple> prefix = all.trySplit();
    assertThat(prefix).isNotNull();
    List<Tuple> objects = new ArrayList<>();
    all.forEachRemaining(objects::add);
    assertThat(isFixed(table)).isTrue();
    while (prefix.tryAdvance(objects::add)) {
      assertThat(isFixed(table)).isTrue();
    }
    assertThat(isFixed(table)).isFalse();
    assertThat(objects).hasSize(SPLITTABLE).doesNotHaveDuplicates();
  }

  static Stream<Variant> hashVariants() {
    return Variant.all().filter(FixationTest::isFixedByStreams);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void stream_orderedSet_fixesNothing(Variant variant) {
    LocalTable table = table(variant);
    Iterator<Tuple> iterator = table.stream().iterator();
    iterator.next();
    Iterator<Tuple> range = table.stream(KeyRange.atLeast(i(3))).iterator();
    range.next();
    assertThat(isFixed(table)).isFalse();
    assertThat(iterator.hasNext() && range.hasNext()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_snapshot_fixesNothing(Variant variant) {
    LocalTable snapshot = table(variant).snapshot();
    Iterator<Tuple> iterator = snapshot.stream().iterator();
    iterator.next();
    assertThat(isFixed(snapshot)).isFalse();
    assertThat(iterator.hasNext()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_actionFails_releasesTheTable(Variant variant) {
    LocalTable table = table(variant);
    Consumer<Tuple> failing =
        object -> {
          throw new ArithmeticException();
        };
    assertThatThrownBy(() -> table.stream().forEach(failing))
        .isInstanceOf(ArithmeticException.class);
    assertThat(isFixed(table)).isFalse();
    assertThatThrownBy(() -> table.stream().parallel().forEach(failing))
        .isInstanceOf(ArithmeticException.class);
    assertThat(isFixed(table)).isFalse();
    assertThatThrownBy(() -> table.stream().anyMatch(object -> 1 / zero() == 1))
        .isInstanceOf(ArithmeticException.class);
    assertThat(isFixed(table)).isFalse();
    assertThatThrownBy(() -> table.spliterator().tryAdvance(failing))
        .isInstanceOf(ArithmeticException.class);
    assertThat(isFixed(table)).isFalse();
  }

  private static int zero() {
    return 0;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_forgotten_releasesTheTable(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.stream().findFirst()).isPresent();
    assertThat(table.stream().anyMatch(object -> true)).isTrue();
    assertThat(table.stream(MatchSpec.objectsLike(a("_"))).findAny()).isPresent();
    table.iterateFrom(i(1)).iterator().next();
    table.spliterator().tryAdvance(object -> {});
    awaitNotFixed(table);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_handleClosedBefore_fails(Variant variant) {
    table(variant);
    LocalTable table = other.open(space.all().get(0));
    List<Stream<?>> streams =
        List.of(
            table.stream(), table.stream(MatchSpec.objectsLike(a("_"))), table.iterateFrom(i(1)));
    Iterator<Tuple> begun = table.stream().iterator();
    begun.next();
    begun.next();
    Spliterator<Tuple> split = table.spliterator();
    table.close();
    for (Stream<?> stream : streams) {
      assertThatThrownBy(stream::toList).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> begun.forEachRemaining(object -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> split.tryAdvance(object -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_handleClosedByItsOwnAction_failsAtTheNextObject(Variant variant) {
    LocalTable table = table(variant);
    List<BiConsumer<EtsTable, Consumer<Object>>> ways = new ArrayList<>();
    ways.add((handle, action) -> handle.stream().forEach(action));
    ways.add((handle, action) -> handle.spliterator().forEachRemaining(action));
    ways.add((handle, action) -> handle.stream(MatchSpec.objectsLike(a("_"))).forEach(action));
    ways.add((handle, action) -> handle.iterateFrom(i(0)).forEach(action));
    if (table.type() == TableType.ORDERED_SET) {
      ways.add((handle, action) -> handle.stream(KeyRange.all()).forEach(action));
    }
    for (BiConsumer<EtsTable, Consumer<Object>> way : ways) {
      LocalTable handle = other.open(table.id());
      List<Object> seen = new ArrayList<>();
      Consumer<Object> closing =
          object -> {
            seen.add(object);
            if (seen.size() == 2) {
              handle.close();
            }
          };
      assertThatThrownBy(() -> way.accept(handle, closing))
          .isInstanceOf(IllegalStateException.class);
      assertThat(seen).hasSize(2);
      assertThat(isFixed(table)).isFalse();
    }
    LocalTable handle = other.open(table.id());
    AtomicInteger count = new AtomicInteger();
    Spliterator<Tuple> all = handle.spliterator();
    Consumer<Tuple> closingAtTheLast =
        object -> {
          if (count.incrementAndGet() == KEYS) {
            handle.close();
          }
        };
    assertThatThrownBy(() -> all.forEachRemaining(closingAtTheLast))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_tableDeletedBefore_fails(Variant variant) {
    LocalTable table = table(variant);
    List<Stream<?>> streams =
        List.of(
            table.stream(), table.stream(MatchSpec.objectsLike(a("_"))), table.iterateFrom(i(1)));
    table.drop();
    for (Stream<?> stream : streams) {
      assertThatThrownBy(stream::toList).isInstanceOf(NoSuchTableException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("hashVariants")
  void stream_ownerEndsMeanwhile_releasesTheTable(Variant variant) {
    LocalTable table = table(variant);
    Iterator<Tuple> iterator = other.open(table.id()).stream().iterator();
    iterator.next();
    assertThat(counts(table)).containsExactly(t(other.pid(), 1));
    other.close();
    assertThat(isFixed(table)).isFalse();
    assertThat(iterator.hasNext()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("hashVariants")
  void safeFixed_ofStreamAlone_isSinceItWasAskedFor(Variant variant) {
    LocalTable table = table(variant);
    Iterator<Tuple> iterator = table.stream().iterator();
    iterator.next();
    Term since = table.info(a("safe_fixed_monotonic_time")).orElseThrow();
    assertThat(table.info(a("safe_fixed_monotonic_time"))).contains(since);
    table.safeFixtable(true);
    assertThat(((Tuple) table.info(a("safe_fixed_monotonic_time")).orElseThrow()).element(1))
        .isEqualTo(((Tuple) since).element(1));
    assertThat(iterator.hasNext()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void stream_many_leaveTheTableNotFixed(Variant variant) throws Exception {
    LocalTable table = table(variant);
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> threads = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        threads.add(
            executor.submit(
                () -> {
                  for (int n = 0; n < TestScale.count(20_000); n++) {
                    try (Stream<Tuple> stream = table.stream()) {
                      Iterator<Tuple> iterator = stream.iterator();
                      Term key = iterator.next().element(1);
                      table.insert(t(key, n));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(isFixed(table)).isFalse();
    Term first = table.first().orElseThrow();
    table.delete(first);
    assertThatThrownBy(() -> table.next(first)).isInstanceOf(NoSuchKeyException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void fold_functionFails_releasesTheTable(Variant variant) {
    LocalTable table = table(variant);
    assertThatThrownBy(
            () ->
                table.foldl(
                    (object, count) -> {
                      assertThat(isFixed(table)).isTrue();
                      throw new ArithmeticException();
                    },
                    0))
        .isInstanceOf(ArithmeticException.class);
    assertThat(isFixed(table)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void giveAway_fixed_staysFixed(Variant variant) {
    LocalTable table = table(variant);
    table.safeFixtable(true);
    table.giveAway(other, a("gift"));
    assertThat(counts(table)).containsExactly(t(owner.pid(), 1));
    owner.close();
    assertThat(isFixed(other.open(table.id()))).isFalse();
    other.close();
  }
}
