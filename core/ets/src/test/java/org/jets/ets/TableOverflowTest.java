package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.QuotaUsage;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.faults.StackEnd;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations of tables at depths of a small stack down to its end, in tables with and without a
 * quota. An operation that overflows leaves the table whole, and other threads can go on with it. A
 * change of objects that overflows has changed nothing.
 */
class TableOverflowTest {
  /** The number of frames, from the first that overflows on, of which each one operates. */
  private static final int NEAR = 16;

  /** The number of depths from there to the end of the stack. */
  private static final int FAR = 8;

  private static final int STEP = 200;
  private static final int KEYS = 16;
  private static final long PATIENCE_SECONDS = 30;

  /** Tables on all stores, and those on stores of our own with a quota too. */
  private static Stream<Arguments> tables() {
    return Stream.concat(
        Variant.all().map(variant -> Arguments.of(variant, false)),
        Variant.all()
            .filter(variant -> !variant.isOfOthers())
            .map(variant -> Arguments.of(variant, true)));
  }

  /**
   * As {@link #tables}, but once for each store; and one of each type whose changes are watched.
   */
  private static Stream<Arguments> fixedTables() {
    return Stream.concat(
        Variant.all().map(variant -> Arguments.of(variant, !variant.isOfOthers(), false)),
        Arrays.stream(TableType.values())
            .map(type -> new Variant(type, TableOptions.of(type).backend()))
            .map(variant -> Arguments.of(variant, true, true)));
  }

  /** Checks that the subscriber has been told of all changes, and of nothing else. */
  private static void checkIsTold(LocalTable table, ChangeRecorder recorder) {
    recorder.subscription().request(Long.MAX_VALUE);
    Map<Term, List<Tuple>> repeated = new HashMap<>();
    recorder.changes.forEach(change -> TableChangesTest.repeat(repeated, change));
    Map<Term, List<Tuple>> present =
        table.stream().collect(Collectors.groupingBy(object -> object.element(1)));
    assertThat(repeated).isEqualTo(present);
  }

  private static List<Tuple> objects(int value) {
    List<Tuple> objects = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      objects.add(t(key, value));
    }
    return objects;
  }

  private static TableSpace space(boolean isMetered) {
    TableSpace space = new TableSpace();
    if (isMetered) {
      space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
    }
    return space;
  }

  /** Does something, and does it elsewhere if it overflows. */
  private static void doAnyhow(Runnable action) {
    try {
      action.run();
    } catch (StackOverflowError e) {
      CompletableFuture.runAsync(action).join();
      throw e;
    }
  }

  private static void fixAndFree(EtsTable table) {
    table.safeFixtable(true);
    doAnyhow(() -> table.safeFixtable(false));
  }

  private static void fixAndClose(LocalTable handle) {
    handle.safeFixtable(true);
    doAnyhow(handle::close);
  }

  private static void endWithTable(TableSpace space) {
    Owner owner = space.newOwner();
    try {
      owner.newTable("left", TableOptions.set().withNamedTable());
    } finally {
      doAnyhow(owner::close);
    }
  }

  /** Folds with a function that overflows. */
  private static void foldTooDeep(EtsTable table) {
    boolean[] isCalled = new boolean[1];
    try {
      table.foldl(
          (object, depth) -> {
            isCalled[0] = true;
            return endless(depth);
          },
          0);
    } catch (StackOverflowError e) {
      if (!isCalled[0]) {
        throw e;
      }
    }
  }

  @SuppressWarnings("InfiniteRecursion") // To the end of the stack.
  private static int endless(int depth) {
    return endless(depth + 1) + 1;
  }

  @SuppressWarnings("UnusedVariable")
  private static void ignore(Object result) {}

  private static List<Consumer<EtsTable>> operations(LocalTable named, Owner owner, Owner other) {
    MatchSpec all = spec("[{{'$1','_'},[],['$1']}]");
    List<Consumer<EtsTable>> operations = new ArrayList<>(changes(named.type()));
    operations.add(table -> ignore(table.select(all)));
    operations.add(table -> ignore(table.lookup(i(1))));
    operations.add(table -> ignore(table.foldl((object, sum) -> sum + 1, 0)));
    operations.add(TableOverflowTest::foldTooDeep);
    operations.add(table -> ignore(table.stream().toList()));
    operations.add(TableOverflowTest::fixAndFree);
    operations.add(table -> fixAndClose(owner.open(named.id())));
    operations.add(
        table -> table.rename(table.name().equals(Atom.of("one")) ? a("two") : a("one")));
    operations.add(table -> ignore(table.info()));
    operations.add(table -> table.setHeir(other.pid(), a("gift")));
    operations.add(table -> owner.newTable("new", TableOptions.set()).drop());
    operations.add(table -> endWithTable(owner.space()));
    return operations;
  }

  /** The operations that change objects. */
  private static List<Consumer<EtsTable>> changes(TableType type) {
    List<Consumer<EtsTable>> changes = new ArrayList<>();
    changes.add(table -> table.insert(t(1, 2)));
    changes.add(table -> table.insert(t(KEYS, 2)));
    changes.add(table -> table.insert(objects(3)));
    changes.add(table -> ignore(table.insertNew(t(KEYS, 2))));
    changes.add(table -> ignore(table.insertNew(List.of(t(KEYS, 4), t(KEYS + 1, 4)))));
    changes.add(table -> table.delete(i(3)));
    changes.add(table -> table.deleteObject(t(4, 1)));
    changes.add(table -> table.take(i(5)));
    changes.add(EtsTable::deleteAllObjects);
    changes.add(table -> table.selectDelete(spec("[{{2,'_'},[],[true]}]")));
    changes.add(table -> ((LocalTable) table).selectTake(spec("[{{10,'$1'},[],['$1']}]"), 1));
    changes.add(table -> ignore(((LocalTable) table).takeAll(List.of(i(11), i(12)))));
    changes.add(table -> ignore(((LocalTable) table).compareInsert(List.of(t(13, 1)), t(13, 2))));
    if (type.isSet()) {
      changes.add(table -> table.updateCounter(i(7), 1, t(7, 0)));
      changes.add(table -> table.updateElement(i(1), 2, i(9)));
      changes.add(table -> ((LocalTable) table).merge(t(9, 2), (present, added) -> added));
      changes.add(table -> ignore(((LocalTable) table).replaceIf(i(6), t(6, 1), t(6, 2))));
    }
    if (type != TableType.BAG) {
      changes.add(table -> table.selectReplace(spec("[{{8,'$1'},[],[{{8,5}}]}]")));
      changes.add(
          table ->
              ((LocalTable) table).selectReplaceReturning(spec("[{{14,'$1'},[],[{{14,5}}]}]"), 1));
    }
    return changes;
  }

  /** Returns whether an operation overflows below this many frames. They are not unwound. */
  private static boolean overflowsBelow(int frames, Runnable operation) {
    if (frames > 0) {
      return overflowsBelow(frames - 1, operation);
    }
    try {
      operation.run();
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  private static boolean overflows(int frames, Runnable operation) {
    try {
      return overflowsBelow(frames, operation);
    } catch (StackOverflowError e) {
      return true;
    }
  }

  /** Tries depths around that from which on all overflow, and others down to the stack's end. */
  private static void tryDepths(IntPredicate overflows) {
    int least = 0;
    int most = STEP;
    while (!overflows.test(most)) {
      least = most;
      most += STEP;
    }
    while (most - least > 1) {
      int middle = (least + most) >>> 1;
      if (overflows.test(middle)) {
        most = middle;
      } else {
        least = middle;
      }
    }
    for (int frames = most; frames < most + NEAR; frames++) {
      ignore(overflows.test(frames));
    }
    int end = most;
    while (!overflows(end, () -> {})) {
      end += STEP;
    }
    int stride = (end - most) / FAR;
    for (int frames = most + NEAR; frames < end; frames += Math.max(1, stride)) {
      ignore(overflows.test(frames));
    }
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private static void run(long stackBytes, Runnable work) throws Exception {
    assertThat(StackEnd.start(stackBytes, work).get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void operation_atEachDepthOfTheStack_leavesTheTableWhole(Variant variant, boolean isMetered)
      throws Exception {
    TableSpace space = space(isMetered);
    Owner owner = space.newOwner();
    Owner other = space.newOwner();
    LocalTable table = owner.newTable("one", variant.options().withNamedTable());
    List<Consumer<EtsTable>> operations = operations(table, owner, other);
    run(0, () -> operations.forEach(operation -> operation.accept(table)));
    for (int number = 0; number < operations.size(); number++) {
      Consumer<EtsTable> operation = operations.get(number);
      String after = "after operation " + number;
      table.deleteAllObjects();
      table.insert(objects(1));

      run(
          StackEnd.BYTES,
          () -> tryDepths(frames -> overflows(frames, () -> operation.accept(table))));

      run(
          0,
          () -> {
            checkCounts(space, table, after);
            checkIsWhole(table, after);
            assertThat(space.whereis(a("left"))).as("left %s", after).isEmpty();
            operations.forEach(next -> next.accept(table));
            checkIsWhole(table, after + " and all others");
            checkCounts(space, table, after + " and all others");
          });
    }
    run(
        0,
        () -> {
          owner.close();
          other.close();
        });
  }

  @ParameterizedTest
  @MethodSource("fixedTables")
  void change_atEachDepthInAFixedTable_isMadeOrOverflowsBefore(
      Variant variant, boolean isMetered, boolean isWatched) throws Exception {
    TableSpace space = space(isMetered);
    try (Owner owner = space.newOwner()) {
      LocalTable table = owner.newTable("fixed", variant.options().withEvents(isWatched));
      ChangeRecorder late = new ChangeRecorder(0, change -> {});
      if (isWatched) {
        ChangeOptions all =
            ChangeOptions.defaults()
                .withCapacity(ChangeOptions.MAX_CAPACITY)
                .withExecutor(Runnable::run);
        table.changes(all).subscribe(late);
        table.changes().subscribe(new ChangeRecorder());
      }
      TableStore store = space.find(table.id()).store();
      List<Consumer<EtsTable>> changes = changes(variant.type());
      for (int number = 0; number < changes.size(); number++) {
        Consumer<EtsTable> change = changes.get(number);
        String after = "after change " + number;
        table.safeFixtable(true);
        table.insert(objects(1));
        Map<Tuple, Long> before = contents(table);
        change.accept(table);
        Map<Tuple, Long> changed = contents(table);
        assertThat(changed).as("change %d", number).isNotEqualTo(before);

        run(
            StackEnd.BYTES,
            () ->
                tryDepths(
                    frames -> {
                      restore(table);
                      boolean overflows = overflows(frames, () -> change.accept(table));
                      assertThat(contents(table))
                          .as("overflows: %s, %s", overflows, after)
                          .isEqualTo(overflows ? before : changed);
                      assertThat(table.size()).as("size %s", after).isEqualTo(sum(contents(table)));
                      return overflows;
                    }));

        restore(table);
        table.safeFixtable(false);
        assertThat(isFixed(table)).as("fixed %s", after).isFalse();
        assertThat(store.remembersKeys()).as("remembers keys %s", after).isFalse();
        assertThat(contents(table)).as(after).isEqualTo(before);
        checkCounts(space, table, after);
        table.deleteAllObjects();
      }
      if (isWatched) {
        table.insert(objects(1));
        checkIsTold(table, late);
      }
    }
  }

  private static void restore(EtsTable table) {
    table.deleteAllObjects();
    table.insert(objects(1));
  }

  /** Returns the numbers of objects. */
  private static Map<Tuple, Long> contents(EtsTable table) {
    return table.tab2list().stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static long sum(Map<Tuple, Long> contents) {
    return contents.values().stream().mapToLong(Long::longValue).sum();
  }

  private static boolean isFixed(EtsTable table) {
    return table.info(a("fixed")).orElseThrow().equals(a("true"));
  }

  /** Checks that the counts for the quota, if there is one, are those of the present objects. */
  private static void checkCounts(TableSpace space, LocalTable table, String when) {
    if (space.usages() == null) {
      return;
    }
    QuotaUsage all = Objects.requireNonNull(space.usages()).all();
    OwnedTable owned = space.find(table.id());
    TableState state = Objects.requireNonNull(owned.state());
    long bytes = owned.planBytes() + Variant.heldBytes(owned);
    if (state.heir() != null) {
      bytes += TermBytes.of(a("gift"));
    }
    assertThat(all.objects()).as("counted objects %s", when).isEqualTo(table.size());
    assertThat(all.bytes()).as("counted bytes %s", when).isEqualTo(bytes);
  }

  private static void checkIsWhole(EtsTable table, String when) {
    List<Tuple> objects = table.tab2list();
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        isFixed(table) && System.nanoTime() < end; ) {
      System.gc(); // Ends a traversal whose own end has overflowed.
    }
    assertThat(isFixed(table)).as("fixed %s", when).isFalse();
    assertThat(table.size()).as("size %s", when).isEqualTo(objects.size());
    for (Tuple object : objects) {
      assertThat(table.lookup(object.element(1))).as(when).contains(object);
    }
    table.deleteAllObjects();
    assertThat(table.size()).as("cleared %s", when).isZero();
    table.insert(objects(1));
    assertThat(table.size()).as("filled %s", when).isEqualTo(KEYS);
    table.deleteAllObjects();
    table.insert(objects);
    assertThat(table.size()).as("put back %s", when).isEqualTo(objects.size());
  }
}
