package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the rights of owners in tables, the names of tables, and the end of both. */
class OwnerTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Owner other = space.newOwner();

  private LocalTable table(TableOptions options) {
    LocalTable table = owner.newTable("t", options);
    table.insert(t(1, 1));
    return table;
  }

  private static void assertAllowed(boolean expected, ThrowingCallable call) {
    if (expected) {
      org.assertj.core.api.Assertions.assertThatCode(call).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              TableAccessException.class,
              error -> {
                assertThat(error.reason()).isEqualTo(a("badarg"));
                assertThat(error.argument()).isEqualTo(1);
                assertThat(error.erlangCause()).contains(a("access"));
              });
    }
  }

  // Access

  @ParameterizedTest
  @EnumSource
  void access_ofAnother_isWhatTheTableAllows(Access access) {
    Term id = table(TableOptions.set().withAccess(access)).id();
    LocalTable table = other.open(id);
    boolean mayRead = access != Access.PRIVATE;
    assertAllowed(mayRead, () -> table.lookup(i(1)));
    assertAllowed(mayRead, () -> table.member(i(1)));
    assertAllowed(mayRead, () -> table.lookupElement(i(1), 1));
    assertAllowed(mayRead, () -> table.first());
    assertAllowed(mayRead, () -> table.last());
    assertAllowed(mayRead, () -> table.next(i(1)));
    assertAllowed(mayRead, () -> table.prev(i(1)));
    assertAllowed(mayRead, () -> table.tab2list());
    assertAllowed(mayRead, () -> table.spliterator());
    boolean mayWrite = access == Access.PUBLIC;
    assertAllowed(mayWrite, () -> table.insert(t(1, 1)));
    assertAllowed(mayWrite, () -> table.insert(List.of()));
    assertAllowed(mayWrite, () -> table.insertNew(List.of()));
    assertAllowed(mayWrite, () -> table.updateCounter(i(1), 1));
    assertAllowed(mayWrite, () -> table.updateElement(i(1), 2, i(1)));
    assertAllowed(mayWrite, () -> table.deleteObject(t(9)));
    assertAllowed(mayWrite, () -> table.take(i(9)));
    assertAllowed(mayWrite, () -> table.delete(i(9)));
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.info(a("protection"))).contains(access.term());
    assertAllowed(mayWrite, () -> table.deleteAllObjects());
    assertAllowed(mayWrite, () -> table.drop());
    assertThat(table.exists()).isEqualTo(!mayWrite);
  }

  @Test
  void access_checks_comeBeforeArguments() {
    LocalTable table = other.open(table(TableOptions.set()).id());
    assertAllowed(false, () -> apply(table, "insert", a("no object")));
    assertAllowed(false, () -> apply(table, "update_counter", i(1), a("no op"), a("no object")));
  }

  // Names and identifiers

  @Test
  void newTable_nameTaken_failsAndLeavesNothing() {
    LocalTable first = table(TableOptions.set().withNamedTable());
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.bag().withNamedTable()))
        .isInstanceOfSatisfying(
            BadArgumentException.class,
            error -> {
              assertThat(error.argument()).isEqualTo(1);
              assertThat(error.erlangCause()).contains(a("already_exists"));
            });
    assertThat(space.all()).containsExactly(a("t"));
    assertThat(space.whereis(a("t"))).contains(first.id());
    assertThat(other.open("t").lookup(i(1))).hasSize(1);
    first.drop();
    assertThat(space.whereis(a("t"))).isEmpty();
    assertThat(owner.find("t")).isEmpty();
    LocalTable second = table(TableOptions.set().withNamedTable());
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(owner.find("t")).map(EtsTable::id).contains(second.id());
  }

  @Test
  void newTable_withoutName_isNotFoundByIt() {
    LocalTable one = table(TableOptions.set());
    LocalTable two = table(TableOptions.set());
    assertThat(space.whereis(a("t"))).isEmpty();
    assertThat(space.all()).containsExactlyInAnyOrder(one.id(), two.id());
    assertThat(one.name()).isEqualTo(a("t"));
    assertThat(one.info(a("id"))).contains(one.id());
  }

  @Test
  void open_notATable_saysWhy() {
    LocalTable table = table(TableOptions.set());
    table.drop();
    assertThatThrownBy(() -> owner.open(table.id())).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> owner.open("unknown"))
        .isInstanceOfSatisfying(
            NoSuchTableException.class, error -> assertThat(error.erlangCause()).contains(a("id")));
    for (Term noTable : List.of(i(1), Reference.of(a("x@y"), 0, 1, 0, 0), t())) {
      assertThatThrownBy(() -> owner.open(noTable))
          .isInstanceOfSatisfying(
              BadArgumentException.class,
              error -> assertThat(error.erlangCause()).contains(a("type")));
    }
  }

  // Deletion

  @Test
  void delete_table_endsAllHandles() {
    LocalTable table = table(TableOptions.set().withPublicAccess());
    LocalTable handle = other.open(table.id());
    handle.drop();
    assertThatThrownBy(() -> table.lookup(i(1))).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> table.insert(t(1))).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> table.drop()).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> table.size()).isInstanceOf(NoSuchTableException.class);
    assertThat(table.info()).isEmpty();
    assertThat(table.info(a("nonsense"))).isEmpty();
    assertThat(space.all()).isEmpty();
  }

  @Test
  void close_handleOfTheMaker_dropsTheTable() {
    try (LocalTable table = owner.newTable("t", TableOptions.set().withNamedTable())) {
      table.insert(t(1));
    }
    assertThat(space.all()).isEmpty();
    assertThat(owner.find("t")).isEmpty();
    LocalTable dropped = owner.newTable("t", TableOptions.set().withNamedTable());
    dropped.drop();
    LocalTable next = owner.newTable("t", TableOptions.set().withNamedTable());
    dropped.close();
    dropped.close();
    assertThat(next.exists()).isTrue();
  }

  @Test
  void close_openedHandle_leavesTheTable() {
    LocalTable table = table(TableOptions.set());
    for (LocalTable opened : List.of(owner.open(table.id()), other.open(table.id()))) {
      opened.close();
      assertThatThrownBy(() -> opened.lookup(i(1))).isInstanceOf(IllegalStateException.class);
      assertThat(table.lookup(i(1))).hasSize(1);
    }
  }

  @Test
  void close_handleOfTheMakerOfATableOfAnother_leavesIt() {
    LocalTable given = table(TableOptions.set());
    given.safeFixtable(true);
    given.giveAway(other, a("gift"));
    given.close();
    assertThat(other.open(given.id()).lookup(i(1))).hasSize(1);
    assertThat(other.open(given.id()).info(a("fixed"))).contains(Atom.FALSE);
    Owner ending = space.newOwner();
    LocalTable left = ending.newTable("t", TableOptions.set().withHeir(other.pid(), a("data")));
    ending.close();
    left.close();
    assertThat(other.open(left.id()).exists()).isTrue();
  }

  @Test
  void close_handleOfTheMaker_endsOtherHandles() {
    LocalTable table = table(TableOptions.set().withPublicAccess());
    LocalTable opened = other.open(table.id());
    table.close();
    assertThatThrownBy(() -> table.insert(t(1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> opened.insert(t(1))).isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void delete_whileOthersInsert_lateInsertsFail() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      for (int n = 0; n < TestScale.count(300); n++) {
        LocalTable table = owner.newTable("t", TableOptions.set());
        CountDownLatch started = new CountDownLatch(1);
        AtomicInteger inserted = new AtomicInteger();
        Future<?> inserter =
            executor.submit(
                () -> {
                  started.countDown();
                  while (true) {
                    try {
                      table.insert(t(inserted.get()));
                      inserted.incrementAndGet();
                    } catch (NoSuchTableException e) {
                      return;
                    }
                  }
                });
        started.await();
        table.drop();
        assertThatThrownBy(() -> table.insert(t(-1))).isInstanceOf(NoSuchTableException.class);
        inserter.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(space.all()).isEmpty();
  }

  @Test
  void newAndDelete_oneNameFromManyThreads_oneHasItAtATime() throws Exception {
    int threads = 4;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    AtomicInteger holders = new AtomicInteger();
    AtomicInteger made = new AtomicInteger();
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        futures.add(
            executor.submit(
                () -> {
                  Owner mine = space.newOwner();
                  for (int n = 0; n < TestScale.count(5_000); n++) {
                    try {
                      LocalTable table = mine.newTable("name", TableOptions.set().withNamedTable());
                      assertThat(holders.incrementAndGet()).isEqualTo(1);
                      assertThat(space.whereis(a("name"))).contains(table.id());
                      made.incrementAndGet();
                      holders.decrementAndGet();
                      table.drop();
                    } catch (BadArgumentException e) {
                      assertThat(e.erlangCause()).contains(a("already_exists"));
                    }
                  }
                  mine.close();
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(made.get()).isPositive();
    assertThat(space.all()).isEmpty();
    assertThat(space.whereis(a("name"))).isEmpty();
  }

  // The end of an owner

  @Test
  void close_owner_deletesItsTables() {
    LocalTable table = table(TableOptions.set().withPublicAccess());
    LocalTable handle = other.open(table.id());
    owner.close();
    owner.close();
    assertThat(owner.isAlive()).isFalse();
    assertThatThrownBy(() -> handle.lookup(i(1))).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.set()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(space.all()).isEmpty();
  }

  @Test
  void close_ownerWithHeir_passesTheTableOn() {
    TableOptions options = TableOptions.set().withNamedTable().withHeir(other.pid(), a("data"));
    LocalTable table = table(options);
    assertThat(table.info(a("heir"))).contains(other.pid());
    LocalTable inherited = other.open("t");
    assertAllowed(false, () -> inherited.insert(t(2)));
    owner.close();
    assertThat(other.pollTransfer())
        .contains(Tuple.of(a("ETS-TRANSFER"), a("t"), owner.pid(), a("data")));
    assertThat(other.pollTransfer()).isEmpty();
    inherited.insert(t(2));
    assertAllowed(false, () -> table.insert(t(3)));
    assertThat(inherited.info(a("owner"))).contains(other.pid());
    other.close();
    assertThat(space.all()).isEmpty();
  }

  @Test
  void close_ownerWithListeningHeir_callsItAfterTheTransfer() {
    List<Term> owners = new ArrayList<>();
    Owner heir =
        space.newOwner(
            message -> owners.add(owner.open(message.element(2)).info(a("owner")).orElseThrow()));
    table(TableOptions.set().withHeir(heir.pid(), a("data")));
    table(TableOptions.set().withHeir(heir.pid()));
    owner.close();
    assertThat(owners).containsExactly(heir.pid());
    assertThat(space.all()).hasSize(2);
  }

  @Test
  void close_ownerWithoutLivingHeir_deletesTheTable() {
    table(TableOptions.set().withHeir(owner.pid(), a("itself")));
    LocalTable toOther = table(TableOptions.set().withHeir(other.pid(), a("data")));
    other.close();
    LocalTable late = table(TableOptions.set().withHeir(other.pid(), a("data")));
    assertThat(late.info(a("heir"))).contains(a("none"));
    assertThat(toOther.info(a("heir"))).contains(other.pid());
    owner.close();
    assertThat(space.all()).isEmpty();
  }

  @Test
  void close_ownerAndHeirAtOnce_leavesNoTable() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(1);
    try {
      for (int n = 0; n < TestScale.count(2_000); n++) {
        Owner first = space.newOwner();
        Owner heir = space.newOwner();
        Atom data = a("data");
        for (int m = 0; m < 3; m++) {
          first.newTable("t", TableOptions.set().withHeir(heir.pid(), data));
        }
        Future<?> end = executor.submit(heir::close);
        first.close();
        end.get();
        assertThat(space.all()).isEmpty();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void newTable_whileOwnerEnds_leavesNoTable() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(1);
    try {
      for (int n = 0; n < TestScale.count(2_000); n++) {
        Owner mine = space.newOwner();
        Future<?> end = executor.submit(mine::close);
        try {
          mine.newTable("t", TableOptions.set().withNamedTable());
        } catch (IllegalStateException e) {
          assertThat(mine.isAlive()).isFalse();
        }
        end.get();
        assertThat(space.all()).isEmpty();
        assertThat(space.whereis(a("t"))).isEmpty();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void newTable_heirOfAnotherNode_fails() {
    Owner elsewhere = new TableSpace(a("other@host"), 1).newOwner();
    assertThatThrownBy(
            () -> owner.newTable("t", TableOptions.set().withHeir(elsewhere.pid(), a("data"))))
        .isInstanceOf(BadArgumentException.class);
    assertThat(space.all()).isEmpty();
  }

  @Test
  void newTable_deletedEachTime_leavesNothing() {
    for (int n = 0; n < TestScale.count(100_000); n++) {
      owner.newTable("t", TableOptions.set()).drop();
    }
    assertThat(space.all()).isEmpty();
  }
}
