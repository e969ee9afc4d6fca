package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.QuotaUsages;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the limits of the tables of a space and of a peer. */
class QuotaTest {
  private static final Pid ONE = FakeProcesses.process(1);
  private static final Pid TWO = FakeProcesses.process(2);
  private static final Pid OTHER = Pid.of(Atom.of("b@there"), 1, 0, 1);

  private static final Quota THREE_OBJECTS = Quota.UNLIMITED.withObjects(3);

  private final FakeProcesses processes = new FakeProcesses();

  private TableSpace space(Quota ofPeer, Quota ofAll) {
    TableSpace space = new TableSpace();
    space.limit(ofPeer, ofAll);
    space.join(FakeProcesses.NODE, FakeProcesses.CREATION, processes);
    return space;
  }

  private static Term call(TableSpace space, Pid caller, String function, Term... arguments) {
    return EtsModule.apply(space, caller, Atom.of(function), List.of(arguments));
  }

  private static Term newTable(TableSpace space, Pid caller) {
    return call(space, caller, "new", a("t"), l("public"));
  }

  private static void assertTooMuch(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            EtsCallException.class,
            error -> assertThat(error.reason()).isEqualTo(a("system_limit")));
  }

  /** Checks that the counts are those of the present objects. */
  private static void assertCounted(TableSpace space, LocalTable table) {
    QuotaUsages usages = space.usages();
    assertThat(usages).isNotNull();
    assertThat(usages.all().objects()).isEqualTo(table.size());
    TableStore store = space.find(table.id()).store();
    CellBytes cellBytes = store.cellBytes();
    long[] objectBytes = new long[1];
    store.forEachCell(cell -> objectBytes[0] += cellBytes.of(cell));
    assertThat(usages.all().bytes()).isEqualTo(objectBytes[0] + space.find(table.id()).planBytes());
  }

  @Test
  void tables_ofPeer_areLimited() {
    TableSpace space = space(Quota.UNLIMITED.withTables(2), Quota.UNLIMITED);
    Term first = newTable(space, ONE);
    newTable(space, TWO);
    assertTooMuch(() -> newTable(space, ONE));
    newTable(space, OTHER);
    call(space, ONE, "delete", first);
    newTable(space, TWO);
    processes.end(TWO);
    newTable(space, ONE);
    newTable(space, ONE);
  }

  @Test
  void tables_ofProcessThatWorksForPeer_countForThePeer() {
    TableSpace space = space(Quota.UNLIMITED.withTables(2), Quota.UNLIMITED);
    Pid worker = FakeProcesses.worker(1);
    newTable(space, ONE);
    newTable(space, worker);

    assertTooMuch(() -> newTable(space, worker));
    assertTooMuch(() -> newTable(space, ONE));

    processes.end(worker);
    newTable(space, ONE);
  }

  @Test
  void tables_ofTheSpace_areLimitedForItsOwnersToo() {
    TableSpace space = space(Quota.UNLIMITED, Quota.UNLIMITED.withTables(2));
    newTable(space, ONE);
    Owner local = space.newOwner();
    local.newTable("t", TableOptions.set().withNamedTable());
    assertThatThrownBy(() -> local.newTable("u", TableOptions.set()))
        .isInstanceOf(SystemLimitException.class);
    processes.end(ONE);
    assertThatThrownBy(() -> local.newTable("t", TableOptions.set().withNamedTable()))
        .isInstanceOf(BadArgumentException.class);
    local.newTable("u", TableOptions.set());
  }

  @ParameterizedTest
  @EnumSource
  void objects_ofPeer_areLimitedWhateverAddsThem(Backend backend) {
    TableSpace space = space(THREE_OBJECTS, Quota.UNLIMITED);
    for (TableType type : TableType.values()) {
      if (!backend.supports(type)) {
        continue;
      }
      Owner owner = space.holdCaller(ONE, true);
      LocalTable table = owner.newTable("t", TableOptions.of(type).withBackend(backend));
      table.insert(t(1, 1));
      table.insert(List.of(t(2, 1), t(3, 1)));
      assertThatThrownBy(() -> table.insert(t(4, 1))).isInstanceOf(SystemLimitException.class);
      assertThatThrownBy(() -> table.insert(List.of(t(4, 1), t(5, 1))))
          .isInstanceOf(SystemLimitException.class);
      assertThatThrownBy(() -> table.insertNew(t(4, 1))).isInstanceOf(SystemLimitException.class);
      assertThatThrownBy(() -> table.insertNew(List.of(t(4, 1), t(5, 1))))
          .isInstanceOf(SystemLimitException.class);
      if (type.isSet()) {
        assertThatThrownBy(() -> table.updateCounter(i(4), 1, t(4, 1)))
            .isInstanceOf(SystemLimitException.class);
      }
      assertThat(table.size()).isEqualTo(3);
      assertThat(table.insertNew(t(3, 2))).isFalse();
      assertThat(table.insertNew(List.of(t(3, 2), t(4, 2)))).isFalse();
      assertCounted(space, table);
      if (type.isSet()) {
        table.insert(List.of(t(1, 2), t(2, 2), t(3, 2)));
        assertThat(table.updateCounter(i(1), 1).longValue()).isEqualTo(3);
      }
      table.delete(i(1));
      table.insert(t(4, 1));
      assertThat(table.lookup(i(4))).hasSize(1);
      assertCounted(space, table);
      table.drop();
      owner.unhold();
    }
    assertThat(space.usages().peerCount()).isZero();
  }

  @Test
  void bytes_ofPeer_areLimited() {
    TableSpace space = space(Quota.UNLIMITED.withBytes(10_000), Quota.UNLIMITED);
    Term table = newTable(space, ONE);
    Term big = Binary.of(new byte[8_000]);
    call(space, ONE, "insert", table, t(1, big));
    assertTooMuch(() -> call(space, ONE, "insert", table, t(2, big)));
    call(space, ONE, "insert", table, t(1, big));
    call(space, ONE, "insert", table, t(2, 1));
    assertTooMuch(() -> call(space, ONE, "update_element", table, i(2), t(2, big)));
    assertThat(call(space, ONE, "lookup", table, i(2))).isEqualTo(l(t(2, 1)));
    call(space, ONE, "update_element", table, i(1), t(2, 1));
    call(space, ONE, "update_element", table, i(2), t(2, big));
    call(space, ONE, "delete_all_objects", table);
    call(space, ONE, "insert", table, t(3, big));
  }

  @Test
  void bytes_ofNestedTerms_countThemAll() {
    Term deep = ListTerm.empty();
    for (int n = 0; n < 1_000_000; n++) {
      deep = ListTerm.of(deep);
    }
    assertThat(TermBytes.of(deep)).isGreaterThan(40_000_000);
    Term wide = ListTerm.improper(List.of(Binary.of(new byte[100])), Binary.of(new byte[1_000]));
    assertThat(TermBytes.of(t(wide))).isBetween(1_100L, 1_500L);
  }

  @Test
  void giveAway_beyondTheReceiversLimit_fails() {
    TableSpace space = space(THREE_OBJECTS, Quota.UNLIMITED);
    Owner local = space.newOwner();
    LocalTable table = local.newTable("t", TableOptions.set().withPublicAccess());
    table.insert(List.of(t(1), t(2), t(3), t(4)));
    assertThatThrownBy(() -> table.giveAway(ONE, a("gift")))
        .isInstanceOf(SystemLimitException.class);
    assertThat(table.info(a("owner"))).contains(local.pid());
    table.delete(i(1));
    table.giveAway(ONE, a("gift"));
    assertTooMuch(() -> call(space, ONE, "insert", newTable(space, TWO), t(9)));
    assertTooMuch(() -> call(space, OTHER, "insert", table.id(), t(9)));
    call(space, ONE, "give_away", table.id(), OTHER, a("gift"));
    call(space, ONE, "insert", newTable(space, TWO), t(9));
    assertThat(space.usages().peerCount()).isEqualTo(2);
  }

  @Test
  void inheritance_beyondTheHeirsLimit_isCounted() {
    TableSpace space = space(THREE_OBJECTS, Quota.UNLIMITED);
    Owner local = space.newOwner();
    LocalTable table =
        local.newTable("t", TableOptions.set().withPublicAccess().withHeir(ONE, a("data")));
    table.insert(List.of(t(1), t(2), t(3), t(4)));
    local.close();
    assertThat(call(space, ONE, "info", table.id(), a("owner"))).isEqualTo(ONE);
    assertTooMuch(() -> call(space, ONE, "insert", table.id(), t(5)));
    call(space, ONE, "insert", table.id(), t(4));
    processes.end(ONE);
    processes.runTasks();
    assertThat(space.usages().peerCount()).isZero();
    assertThat(space.usages().all().objects()).isZero();
  }

  @Test
  void snapshot_ofCountedTable_isNotCounted() {
    TableSpace space = space(Quota.UNLIMITED, THREE_OBJECTS);
    Owner local = space.newOwner();
    LocalTable table = local.newTable("t", TableOptions.set());
    table.insert(List.of(t(1), t(2), t(3)));
    assertThat(table.snapshot().size()).isEqualTo(3);
    assertCounted(space, table);
  }

  private static long countedBytes(TableSpace space) {
    QuotaUsages usages = space.usages();
    return usages == null ? -1 : usages.all().bytes();
  }

  @ParameterizedTest
  @EnumSource
  void bytes_keysDeletedUnderFixation_areCountedUntilItEnds(Backend backend) {
    if (!backend.supports(TableType.SET)) {
      return;
    }
    TableSpace space = space(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(100_000));
    Owner owner = space.newOwner();
    LocalTable table = owner.newTable("t", TableOptions.set().withBackend(backend));
    table.safeFixtable(true);
    assertThatThrownBy(
            () -> {
              for (int n = 0; n < 100; n++) {
                Term key = t(n, Binary.of(new byte[8_000]));
                table.insert(t(key));
                table.delete(key);
                table.delete(key);
              }
            })
        .isInstanceOf(SystemLimitException.class);
    assertThat(table.size()).isZero();
    assertThat(countedBytes(space)).isBetween(80_000L, 100_000L);
    table.deleteAllObjects();
    assertThat(countedBytes(space)).isBetween(80_000L, 100_000L);
    table.safeFixtable(false);
    assertThat(countedBytes(space)).isZero();
    table.safeFixtable(true);
    table.insert(t(1));
    table.delete(i(1));
    assertThat(countedBytes(space)).isPositive();
    table.drop();
    assertThat(countedBytes(space)).isZero();
    owner.close();
  }

  @Test
  void bytes_dataOfAnHeir_areCountedAndMoveWithTheTable() {
    TableSpace space = space(Quota.UNLIMITED.withBytes(10_000), Quota.UNLIMITED);
    Term data = Binary.of(new byte[8_000]);
    Term more = Binary.of(new byte[20_000]);
    Owner heir = space.newOwner();
    Owner owner = space.holdCaller(ONE, true);
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.set().withHeir(heir.pid(), more)))
        .isInstanceOf(SystemLimitException.class);
    assertThat(countedBytes(space)).isZero();
    LocalTable table = owner.newTable("t", TableOptions.set().withHeir(heir.pid(), data));
    assertThat(countedBytes(space)).isBetween(8_000L, 8_100L);
    assertThatThrownBy(() -> table.insert(t(1, data))).isInstanceOf(SystemLimitException.class);
    assertThatThrownBy(() -> table.setHeir(heir.pid(), more))
        .isInstanceOf(SystemLimitException.class);
    assertThat(countedBytes(space)).isBetween(8_000L, 8_100L);
    table.setHeir(heir.pid(), a("small"));
    assertThat(countedBytes(space)).isZero();
    table.insert(t(1, data));
    table.delete(i(1));
    table.setHeir(heir.pid(), data);
    table.giveAway(heir, a("gift"));
    assertThat(space.usages().peerCount()).isZero();
    assertThat(countedBytes(space)).isBetween(8_000L, 8_100L);
    heir.close();
    assertThat(countedBytes(space)).isZero();
    owner.unhold();
  }

  @Test
  void bytes_keptPlans_areCountedAndNotKeptWhereThereIsNoRoom() {
    TableSpace space = space(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(50_000));
    Owner owner = space.newOwner();
    LocalTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 100; n++) {
      assertThat(table.select(MatchSpec.objectsLike(t(t(n, Binary.of(new byte[1_000])), "_"))))
          .isEmpty();
      assertThat(countedBytes(space)).isEqualTo(space.find(table.id()).planBytes());
    }
    assertThat(countedBytes(space)).isBetween(40_000L, 50_000L);
    table.drop();
    assertThat(countedBytes(space)).isZero();
    owner.close();
  }

  @Test
  void limit_moreForOnePeerThanForAll_isRefused() {
    TableSpace space = new TableSpace();
    Quota two = new Quota(2, 2, 2);
    for (Quota larger : List.of(two.withTables(3), two.withObjects(3), two.withBytes(3))) {
      assertThatThrownBy(() -> space.limit(larger, two))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("of one peer: 3 (expected: <= 2, those of all)");
    }
    assertThatCode(() -> space.limit(Quota.UNLIMITED, two)).doesNotThrowAnyException();
  }

  @Test
  void limit_withOwners_isRefused() {
    TableSpace space = new TableSpace();
    space.newOwner();
    assertThatThrownBy(() -> space.limit(THREE_OBJECTS, THREE_OBJECTS))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void negativeLimit_isRefused() {
    assertThatThrownBy(() -> Quota.UNLIMITED.withBytes(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bytes: -1 (expected: >= 0)");
  }

  @ParameterizedTest
  @EnumSource
  void manyThreads_whateverTheyDo_countIsExactInTheEnd(Backend backend) throws Exception {
    for (TableType type : TableType.values()) {
      if (backend.supports(type)) {
        checkManyThreads(TableOptions.of(type).withBackend(backend).withPublicAccess());
      }
    }
  }

  private void checkManyThreads(TableOptions options) throws Exception {
    TableSpace space = space(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(40));
    LocalTable table = space.newOwner().newTable("t", options);
    int threads = 3;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Random random = new Random(thread);
        done.add(executor.submit(() -> change(table, random)));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertCounted(space, table);
    assertThat(table.size()).isLessThanOrEqualTo(40);
  }

  private static void change(LocalTable table, Random random) {
    for (int n = 0; n < 2_000; n++) {
      Tuple object = t(random.nextInt(50), random.nextInt(3), "a".repeat(random.nextInt(9)));
      Tuple another = t(random.nextInt(50), random.nextInt(3));
      try {
        switch (random.nextInt(10)) {
          case 0, 1, 2 -> table.insert(object);
          case 3 -> table.insert(List.of(object, another));
          case 4 -> table.insertNew(List.of(object, another));
          case 5 -> table.insertNew(object);
          case 6 -> table.delete(object.element(1));
          case 7 -> table.take(object.element(1));
          case 8 -> table.deleteObject(another);
          default -> {
            if (random.nextInt(50) == 0) {
              table.deleteAllObjects();
            }
          }
        }
      } catch (SystemLimitException e) {
        table.delete(object.element(1));
      }
    }
  }

  /** The measure is made while the table's lock is held. */
  @Test
  void insert_objectWhosePartsAreShared_isRefusedAfterABoundedTime() {
    TableSpace space = space(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(1_000_000));
    LocalTable table = space.newOwner().newTable("t", TableOptions.set());
    Term shared = a("x");
    for (int n = 0; n < 100; n++) {
      shared = t(shared, shared);
    }
    Tuple object = t(1, shared);
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          assertThatThrownBy(() -> table.insert(object)).isInstanceOf(SystemLimitException.class);
          assertThatThrownBy(() -> table.insertNew(object))
              .isInstanceOf(SystemLimitException.class);
          assertThatThrownBy(() -> table.insert(List.of(t(2, 1), object)))
              .isInstanceOf(SystemLimitException.class);
        });
    assertThat(table.size()).isZero();
    assertCounted(space, table);
  }
}
