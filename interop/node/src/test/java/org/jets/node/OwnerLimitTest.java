package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.EtsTable;
import org.jets.ets.TableOptions;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limits of processes that own or fix tables, and their effect on other nodes. */
class OwnerLimitTest extends ScriptedNodes {
  private static final Atom ROWS = Atom.of("rows");
  private static final Atom TAG = Atom.of("tag");

  /** A process that keeps one table fixed counts twice. */
  private static final int FIXING = 40;

  private static final int OF_PEER = 2 * FIXING;

  private ErlangNode small;
  private EtsTable rows;
  private ScriptedPeer busy;
  private ScriptedPeer quiet;

  @BeforeEach
  void startSmall() throws InterruptedException {
    small =
        start("small@h", options -> options.withEts(options.ets().withOwners(OF_PEER, OF_PEER)));
    rows =
        small
            .tables()
            .newOwner()
            .newTable(ROWS.name(), TableOptions.set().withNamedTable().withPublicAccess());
    busy = new ScriptedPeer(network, "busy@h", "small@h");
    quiet = new ScriptedPeer(network, "quiet@h", "small@h");
  }

  @AfterEach
  void closeSmall() {
    busy.close();
    quiet.close();
    small.close();
  }

  /** Makes a call, and returns its result or the reason of its error. */
  private static Term call(ScriptedPeer peer, Pid caller, String function, Term... arguments)
      throws InterruptedException {
    peer.send(
        new SpawnRequest(
            peer.newReference(),
            caller,
            caller,
            Atom.of("erpc"),
            Atom.of("execute_call"),
            4,
            ListTerm.of(Atom.of("monitor")),
            ListTerm.of(TAG, Atom.of("ets"), Atom.of(function), ListTerm.of(arguments))));
    while (true) {
      ControlMessage message = peer.next(ControlMessage.class);
      if (message instanceof MonitorExit exit && exit.reason() instanceof Tuple result) {
        return result.element(2) == Atom.ERROR
            ? result.element(3) instanceof Tuple pair ? pair.element(1) : result.element(3)
            : result.element(3);
      }
      answer(peer, message);
    }
  }

  /** Answers monitors like a node whose processes are all alive. */
  private static void answer(ScriptedPeer peer, ControlMessage message) {
    if (message instanceof Monitor monitor && monitor.target() instanceof Atom name) {
      peer.send(new MonitorExit(name, monitor.from(), monitor.ref(), Atom.of("noproc")));
    } else {
      assertThat(message).isNotInstanceOf(ControlMessage.Exit.class);
    }
  }

  private List<Pid> fixAll() throws InterruptedException {
    List<Pid> fixing = new ArrayList<>();
    for (int i = 0; i < FIXING; i++) {
      Pid pid = busy.newPid();
      assertThat(call(busy, pid, "safe_fixtable", ROWS, Atom.TRUE)).isEqualTo(Atom.TRUE);
      fixing.add(pid);
    }
    assertThat(small.ownerCount()).isEqualTo(OF_PEER);
    return fixing;
  }

  private void assertRefusedToBusyAlone(String function, Term... arguments)
      throws InterruptedException {
    assertThat(call(busy, busy.newPid(), function, arguments)).isEqualTo(Atom.of("system_limit"));
    assertThat(small.ownerCount()).isEqualTo(OF_PEER);
    Pid other = quiet.newPid();
    assertThat(call(quiet, other, "safe_fixtable", ROWS, Atom.TRUE)).isEqualTo(Atom.TRUE);
    assertThat(call(quiet, other, "safe_fixtable", ROWS, Atom.FALSE)).isEqualTo(Atom.TRUE);
    assertThat(quiet.isConnected()).isTrue();
    Await.until("the quiet owner is forgotten", () -> small.ownerCount() == OF_PEER);
  }

  private void awaitNone() {
    Await.until("nothing counts", () -> small.ownerCount() == 0);
    assertThat(rows.info(Atom.of("fixed"))).contains(Atom.FALSE);
  }

  @Test
  void fix_moreProcessesThanAPeerMayHave_isRefusedToItAlone() throws Exception {
    List<Pid> fixing = fixAll();

    assertRefusedToBusyAlone("safe_fixtable", ROWS, Atom.TRUE);

    for (Pid pid : fixing) {
      assertThat(call(busy, pid, "safe_fixtable", ROWS, Atom.FALSE)).isEqualTo(Atom.TRUE);
    }
    awaitNone();
    assertThat(call(busy, fixing.get(0), "safe_fixtable", ROWS, Atom.TRUE)).isEqualTo(Atom.TRUE);
  }

  @Test
  void fix_againByAProcessThatFixesTheTable_countsOnce() throws Exception {
    Pid pid = busy.newPid();
    for (int i = 0; i < 2 * OF_PEER; i++) {
      assertThat(call(busy, pid, "safe_fixtable", ROWS, Atom.TRUE)).isEqualTo(Atom.TRUE);
    }

    assertThat(small.ownerCount()).isEqualTo(2);
  }

  @Test
  void new_moreProcessesThanAPeerMayHave_isRefusedToItAlone() throws Exception {
    fixAll();

    assertRefusedToBusyAlone("new", Atom.of("t"), ListTerm.empty());
  }

  @Test
  void disconnect_withFixations_leavesNone() throws Exception {
    fixAll();

    busy.disconnect();

    awaitNone();
  }

  @Test
  void delete_tableThatIsFixed_leavesNone() throws Exception {
    fixAll();

    rows.drop();

    Await.until("nothing counts", () -> small.ownerCount() == 0);
  }

  @Test
  void setopts_heirTakenBack_isForgotten() throws Exception {
    Pid owner = busy.newPid();
    Pid heir = busy.newPid();
    Term options = ListTerm.of(Tuple.of(Atom.of("heir"), heir, Atom.of("data")));
    Term table = call(busy, owner, "new", Atom.of("t"), options);
    assertThat(small.ownerCount()).isEqualTo(2);

    assertThat(call(busy, owner, "setopts", table, TermParser.parse("[{heir,none}]")))
        .isEqualTo(Atom.TRUE);
    Await.until("the heir is forgotten", () -> small.ownerCount() == 1);
    assertThat(call(busy, owner, "delete", table)).isEqualTo(Atom.TRUE);

    awaitNone();
  }
}
