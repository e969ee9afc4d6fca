package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests processes of other nodes as owners of tables. */
class ProcessOwnersTest {
  private static final Pid ONE = FakeProcesses.process(1);
  private static final Pid TWO = FakeProcesses.process(2);

  private final FakeProcesses processes = new FakeProcesses();
  private final TableSpace space = processes.space();

  private Term call(Pid caller, String function, Term... arguments) {
    return EtsModule.apply(space, caller, Atom.of(function), List.of(arguments));
  }

  private Term newTable(Pid caller, Term... options) {
    return call(caller, "new", a("t"), ListTerm.of(options));
  }

  private void assertRefused(String cause, Pid caller, String function, Term... arguments) {
    assertThatThrownBy(() -> call(caller, function, arguments))
        .isInstanceOfSatisfying(
            EtsCallException.class, error -> assertThat(error.erlangCause()).contains(a(cause)));
  }

  private Tuple transfer(Pid receiver, Term table, Pid giver, Term data) {
    return Tuple.of(receiver, Tuple.of(a("ETS-TRANSFER"), table, giver, data));
  }

  /** Nothing is left of processes when they have ended. */
  @AfterEach
  void endAll() {
    processes.end(ONE);
    processes.end(TWO);
    processes.runTasks();
    assertThat(processes.monitored()).isZero();
    assertThat(processes.remembered()).isZero();
    assertThat(space.owner(ONE)).isNull();
    assertThat(space.owner(TWO)).isNull();
  }

  // Limits

  private void assertLimited(Pid caller, String function, Term... arguments) {
    assertThatThrownBy(() -> call(caller, function, arguments))
        .isInstanceOfSatisfying(
            EtsCallException.class,
            error -> assertThat(error.reason()).isEqualTo(a("system_limit")));
  }

  @Test
  void fix_nodeRemembersNoMoreTables_isRefusedAndNothingIsFixed() {
    Term table = newTable(ONE, a("public"));
    Term second = newTable(ONE, a("public"));
    processes.most(2);
    call(ONE, "safe_fixtable", table, Atom.TRUE);

    assertLimited(ONE, "safe_fixtable", second, Atom.TRUE);
    assertLimited(TWO, "safe_fixtable", table, Atom.TRUE);

    assertThat(call(ONE, "info", second, a("fixed"))).isEqualTo(Atom.FALSE);
    call(ONE, "safe_fixtable", table, Atom.FALSE);
    assertThat(processes.remembered()).isEqualTo(1);
    call(ONE, "safe_fixtable", second, Atom.TRUE);
    call(ONE, "delete", second);
    assertThat(processes.remembered()).isEqualTo(1);
  }

  @Test
  void heir_nodeRemembersNoMoreProcesses_isRefusedAndTheOldOneStays() {
    Term table = newTable(ONE, a("public"));
    processes.most(1);

    assertLimited(ONE, "setopts", table, l(t(a("heir"), TWO, a("data"))));
    assertLimited(ONE, "give_away", table, TWO, a("data"));
    assertLimited(TWO, "new", a("t"), l());

    assertThat(call(ONE, "info", table, a("heir"))).isEqualTo(a("none"));
    assertThat(call(ONE, "info", table, a("owner"))).isEqualTo(ONE);
  }

  // Rights

  @Test
  void new_remoteProcess_ownsTheTable() {
    Term table = newTable(ONE, a("private"));
    call(ONE, "insert", table, t(1, 2));
    assertThat(call(ONE, "lookup", table, i(1))).isEqualTo(l(t(1, 2)));
    assertThat(call(TWO, "info", table, a("owner"))).isEqualTo(ONE);
    assertRefused("access", TWO, "lookup", table, i(1));
    assertRefused("not_owner", TWO, "give_away", newTable(ONE, a("public")), ONE, a("x"));
  }

  @Test
  void new_remoteProcess_identifierIsOfTheNode() {
    Term table = newTable(ONE);
    assertThat(table)
        .isInstanceOfSatisfying(
            Reference.class,
            id -> {
              assertThat(id.node()).isEqualTo(FakeProcesses.NODE);
              assertThat(id.creation()).isEqualTo(FakeProcesses.CREATION);
            });
    assertThat(call(ONE, "info", table, a("node"))).isEqualTo(FakeProcesses.NODE);
  }

  @Test
  void lookup_byProcessWithoutTables_leavesNothing() {
    Owner local = space.newOwner();
    EtsTable table = local.newTable("t", TableOptions.set().withPublicAccess());
    call(ONE, "insert", table.id(), t(1, 2));
    assertThat(call(ONE, "lookup", table.id(), i(1))).isEqualTo(l(t(1, 2)));
    assertThat(space.owner(ONE)).isNull();
    assertThat(processes.monitored()).isZero();
    local.close();
  }

  @Test
  void matchSpec_selfAndNode_areTheCallerAndTheTablesNode() {
    Term table = newTable(ONE, a("public"));
    call(ONE, "insert", table, t(1));
    Term body = l(t(t(t("self"), t("node"))));
    assertThat(call(TWO, "select", table, l(t("_", l(), body))))
        .isEqualTo(l(Tuple.of(TWO, FakeProcesses.NODE)));
  }

  // The end of a process

  @Test
  void end_ofOwner_tablesAreGoneBeforeAnythingThatWaits() {
    Term table = newTable(ONE, a("public"));
    Term named = newTable(ONE, a("named_table"));
    processes.end(ONE);
    assertRefused("id", TWO, "insert", table, t(1));
    assertRefused("id", TWO, "lookup", named, i(1));
    assertThat(space.all()).isEmpty();
  }

  @Test
  void end_beforeTheMonitorIsThere_leavesNoTable() {
    processes.end(ONE);
    assertThatThrownBy(() -> newTable(ONE)).isInstanceOf(EtsCallException.class);
    assertThat(space.all()).isEmpty();
  }

  @Test
  void end_ofProcessThatFixes_releases() {
    Term table = newTable(ONE, a("public"));
    call(TWO, "safe_fixtable", table, a("true"));
    assertThat(call(ONE, "info", table, a("fixed"))).isEqualTo(a("true"));
    processes.end(TWO);
    assertThat(call(ONE, "info", table, a("fixed"))).isEqualTo(a("false"));
  }

  @Test
  void end_ofOwnerWithRemoteHeir_passesTheTableOnAndTells() {
    Term table = newTable(ONE, t(a("heir"), TWO, a("data")));
    processes.end(ONE);
    assertThat(call(TWO, "info", table, a("owner"))).isEqualTo(TWO);
    processes.runTasks();
    assertThat(processes.sent()).containsExactly(transfer(TWO, table, ONE, a("data")));
    assertThat(call(TWO, "insert", table, t(1))).isEqualTo(a("true"));
  }

  @Test
  void close_localOwnerWithRemoteHeir_tellsBeforeItReturns() {
    Owner local = space.newOwner();
    EtsTable table = local.newTable("t", TableOptions.set().withHeir(ONE, a("data")));
    local.close();
    assertThat(processes.sent()).containsExactly(transfer(ONE, table.id(), local.pid(), a("data")));
  }

  @Test
  void end_ofOwnerWithLocalHeir_passesTheTableOn() {
    Owner local = space.newOwner();
    Term table = newTable(ONE, t(a("heir"), local.pid(), a("data")));
    processes.end(ONE);
    processes.runTasks();
    assertThat(local.pollTransfer())
        .contains((Tuple) transfer(ONE, table, ONE, a("data")).element(2));
    local.close();
    assertThat(space.all()).isEmpty();
  }

  @Test
  void end_ofHeir_leavesTheTableToItsEnd() {
    Term table = newTable(ONE, t(a("heir"), TWO, a("data")));
    processes.end(TWO);
    assertThat(call(ONE, "info", table, a("heir"))).isEqualTo(TWO);
    processes.end(ONE);
    assertThat(space.all()).isEmpty();
    assertThat(processes.sent()).isEmpty();
  }

  // Heirs and gifts

  @Test
  void heir_thatHasEnded_isNone() {
    processes.end(TWO);
    Term table = newTable(ONE, t(a("heir"), TWO, a("data")));
    assertThat(call(ONE, "info", table, a("heir"))).isEqualTo(a("none"));
  }

  @Test
  void heir_thatDoesNotAnswer_isBadarg() {
    processes.silence(TWO);
    assertThatThrownBy(() -> newTable(ONE, t(a("heir"), TWO, a("data"))))
        .isInstanceOfSatisfying(
            EtsCallException.class, error -> assertThat(error.reason()).isEqualTo(a("badarg")));
    assertThat(space.all()).isEmpty();
    processes.runTasks();
    assertThat(processes.monitored()).isZero();
  }

  @Test
  void heir_ofNoJoinedNode_isBadarg() {
    Owner owner = new TableSpace().newOwner();
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.set().withHeir(ONE, a("x"))))
        .isInstanceOf(BadArgumentException.class);
  }

  @Test
  void setopts_otherHeir_forgetsTheFirst() {
    Term table = newTable(ONE, t(a("heir"), TWO, a("data")));
    assertThat(processes.monitored()).isEqualTo(2);
    call(ONE, "setopts", table, t("heir", "none"));
    processes.runTasks();
    assertThat(processes.monitored()).isEqualTo(1);
  }

  @Test
  void setopts_thatFails_forgetsTheHeir() {
    Term table = newTable(ONE, a("public"));
    assertThatThrownBy(() -> call(TWO, "setopts", table, t(a("heir"), TWO, a("data"))))
        .isInstanceOf(EtsCallException.class);
    processes.runTasks();
    assertThat(processes.monitored()).isEqualTo(1);
  }

  @Test
  void giveAway_toRemoteProcess_tellsBeforeItReturns() {
    Term table = newTable(ONE);
    call(ONE, "give_away", table, TWO, a("gift"));
    assertThat(processes.sent()).containsExactly(transfer(TWO, table, ONE, a("gift")));
    processes.runTasks();
    assertThat(processes.monitored()).isEqualTo(1);
    processes.end(ONE);
    assertThat(call(TWO, "insert", table, t(1))).isEqualTo(a("true"));
  }

  @Test
  void giveAway_receiverEndsMeanwhile_isBadargAndChangesNothing() {
    Term table = newTable(ONE);
    processes.meanwhile(() -> processes.end(TWO));
    assertThatThrownBy(() -> call(ONE, "give_away", table, TWO, a("gift")))
        .isInstanceOf(EtsCallException.class);
    assertThat(call(ONE, "info", table, a("owner"))).isEqualTo(ONE);
    assertThat(processes.sent()).isEmpty();
  }

  // Forgetting

  @Test
  void delete_lastTable_forgetsTheProcess() {
    Term table = newTable(ONE, a("public"));
    processes.runTasks();
    assertThat(processes.monitored()).isEqualTo(1);
    call(TWO, "delete", table);
    processes.runTasks();
    assertThat(processes.monitored()).isZero();
    assertThat(space.owner(ONE)).isNull();
    newTable(ONE, a("public"));
    assertThat(processes.monitored()).isEqualTo(1);
  }

  @Test
  void safeFixtable_released_forgetsTheProcess() {
    Term table = newTable(ONE, a("public"));
    call(TWO, "safe_fixtable", table, a("true"));
    processes.runTasks();
    assertThat(processes.monitored()).isEqualTo(2);
    call(TWO, "safe_fixtable", table, a("false"));
    processes.runTasks();
    assertThat(processes.monitored()).isEqualTo(1);
  }

  @Test
  void newAndDelete_whileProcessesEnd_leavesNothing() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(3);
    try {
      for (int n = 0; n < TestScale.count(300); n++) {
        Pid process = FakeProcesses.process(100 + n);
        List<Future<?>> done = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
          done.add(executor.submit(() -> makeAndDelete(process)));
        }
        done.add(executor.submit(() -> processes.end(process)));
        while (!done.stream().allMatch(Future::isDone)) {
          processes.runTasks();
        }
        for (Future<?> each : done) {
          each.get();
        }
        processes.runTasks();
        assertThat(space.owner(process)).isNull();
        assertThat(space.all()).isEmpty();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(processes.monitored()).isZero();
  }

  private void makeAndDelete(Pid process) {
    for (int n = 0; n < 5; n++) {
      try {
        call(process, "delete", newTable(process));
        newTable(process);
      } catch (EtsCallException e) {
        // It has ended.
      }
    }
  }

  // The space of a node

  @Test
  void join_withOwners_isRefused() {
    TableSpace used = new TableSpace();
    Owner owner = used.newOwner();
    assertThatThrownBy(() -> used.join(a("n@h"), 1, processes))
        .isInstanceOf(IllegalStateException.class);
    assertThat(used.node()).isEqualTo(a("nonode@nohost"));
    owner.close();
    used.join(a("n@h"), 1, processes);
    assertThat(used.node()).isEqualTo(a("n@h"));
    assertThatThrownBy(() -> used.join(a("m@h"), 1, processes))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void leave_endsOwnersForProcessesAlone() {
    Owner local = space.newOwner();
    assertThat(local.pid().node()).isEqualTo(FakeProcesses.NODE);
    EtsTable table = local.newTable("t", TableOptions.set());
    newTable(ONE);
    space.leave();
    assertThat(space.all()).containsExactly(table.id());
    assertThat(processes.monitored()).isZero();
    assertThatThrownBy(() -> newTable(ONE)).isInstanceOf(IllegalStateException.class);
    local.close();
  }

  @Test
  void leave_listenerThatThrows_endsTheOthersToo() {
    Owner local =
        space.newOwner(
            message -> {
              throw new IllegalArgumentException("of the listener");
            });
    newTable(ONE, t(a("heir"), local.pid(), a("data")));
    newTable(TWO, t(a("heir"), local.pid(), a("data")));
    newTable(TWO);
    assertThatThrownBy(space::leave).hasMessage("of the listener");
    assertThat(space.all()).hasSize(2);
    assertThat(processes.monitored()).isZero();
    local.close();
    assertThat(space.all()).isEmpty();
  }

  // Continuations

  @Test
  void select_continuationOfAnEqualTerm_continuesForAnyProcess() {
    Term table = newTable(ONE, a("public"), a("ordered_set"));
    for (int n = 0; n < 10; n++) {
      call(ONE, "insert", table, t(n));
    }
    Term spec = l(t("_", l(), l("$_")));
    Tuple chunk = (Tuple) call(ONE, "select", table, spec, i(4));
    Term sent = throughTheWire(chunk.element(2));
    Tuple next = (Tuple) call(TWO, "select", sent);
    assertThat(next.element(1)).isEqualTo(l(t(4), t(5), t(6), t(7)));
  }

  @Test
  void select_forgottenContinuation_isBadargUntilRepaired() {
    Term table = newTable(ONE, a("public"), a("ordered_set"));
    for (int n = 0; n < 10; n++) {
      call(ONE, "insert", table, t(n));
    }
    Term spec = l(t("_", l(), l("$_")));
    Term continuation = throughTheWire(((Tuple) call(ONE, "select", table, spec, i(4))).element(2));
    forget(continuation);
    Term repaired = throughTheWire(call(TWO, "repair_continuation", continuation, spec));
    Tuple next = (Tuple) call(TWO, "select", repaired);
    assertThat(next.element(1)).isEqualTo(l(t(4), t(5), t(6), t(7)));
  }

  private void forget(Term continuation) {
    Object opaque = ((Tuple) continuation).element(6);
    while (space.opaque().get((Term) opaque) != null) {
      // Each lookup keeps it for as many other uses.
      for (int n = 0; n < OpaqueReferences.RECENT; n++) {
        space.opaque().add("other");
      }
      System.gc();
    }
    assertThatThrownBy(() -> call(ONE, "select", continuation))
        .isInstanceOf(EtsCallException.class)
        .hasMessageContaining("continuation");
  }

  private static Term throughTheWire(Term term) {
    return ExternalTermFormat.decode(ExternalTermFormat.encode(term));
  }

  @Test
  void newOwner_ifTheNodeRepeatsAPid_failsAndTheFirstOwnerStays() {
    Owner first = space.newOwner();
    LocalTable table = first.newTable("t", TableOptions.set());
    processes.repeatPid();
    assertThatThrownBy(space::newOwner)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(first.pid().toString())
        .hasMessageContaining("newPid");
    processes.repeatPid();
    assertThatThrownBy(() -> space.newOwner(message -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThat(space.owner(first.pid())).isSameAs(first);
    table.insert(t(1));
    try (Owner second = space.newOwner()) {
      table.giveAway(second, a("gift"));
      assertThat(second.pollTransfer()).isPresent();
      assertThat(second.open(table.id()).lookup(i(1))).hasSize(1);
    }
    first.close();
  }
}
