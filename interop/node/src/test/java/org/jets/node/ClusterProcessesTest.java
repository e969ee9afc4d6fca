package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.process.ExitReason;
import org.jets.node.services.Processes;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The processes of all nodes, for services. */
class ClusterProcessesTest extends ScriptedNodes {
  private Processes processes;
  private Pid remote;

  @BeforeEach
  void makeProcesses() {
    processes = node.processes();
    remote = peer.newPid();
  }

  @Test
  void monitor_processThatEnds_isToldOnceBeforeWhatComesNext() throws Exception {
    CompletableFuture<Term> down = new CompletableFuture<>();
    Reference ref = processes.monitor(remote, down::complete);
    assertThat(peer.next(Monitor.class)).isEqualTo(new Monitor(node.pid(), remote, ref));

    peer.send(new MonitorExit(remote, node.pid(), ref, ExitReason.KILLED));
    peer.expectSilence();

    assertThat(down.getNow(Atom.OK)).isEqualTo(ExitReason.KILLED);
    processes.demonitor(ref);
    peer.expectSilence();
  }

  @Test
  void demonitor_monitor_isSentAndNothingIsTold() throws Exception {
    CompletableFuture<Term> down = new CompletableFuture<>();
    Reference ref = processes.monitor(remote, down::complete);
    peer.next(Monitor.class);

    processes.demonitor(ref);
    assertThat(peer.next(Demonitor.class)).isEqualTo(new Demonitor(node.pid(), remote, ref));
    peer.send(new MonitorExit(remote, node.pid(), ref, ExitReason.KILLED));
    peer.expectSilence();

    assertThat(down).isNotDone();
  }

  @Test
  void monitor_nodeThatGoesDown_isNoconnection() throws Exception {
    CompletableFuture<Term> down = new CompletableFuture<>();
    processes.monitor(remote, down::complete);
    peer.next(Monitor.class);

    peer.disconnect();

    assertThat(Await.value(down)).isEqualTo(ExitReason.NOCONNECTION);
  }

  @Test
  void monitor_nodeThatIsNotThere_isNoconnection() {
    CompletableFuture<Term> down = new CompletableFuture<>();
    processes.monitor(Pid.of(Atom.of("gone@h"), 1, 0, 1), down::complete);

    assertThat(Await.value(down)).isEqualTo(ExitReason.NOCONNECTION);
  }

  @Test
  void isAlive_onlyNameIsAnswered_isTrueAndMonitorIsTakenBack() throws Exception {
    CompletableFuture<Boolean> alive = processes.isAlive(remote, Await.BOUND);
    Monitor ofProcess = peer.next(Monitor.class);
    Monitor ofName = peer.next(Monitor.class);
    assertThat(ofProcess.target()).isEqualTo(remote);

    peer.send(new MonitorExit(ofName.target(), ofName.from(), ofName.ref(), ExitReason.NOPROC));

    assertThat(Await.value(alive)).isTrue();
    assertThat(peer.next(Demonitor.class).ref()).isEqualTo(ofProcess.ref());
  }

  @Test
  void isAlive_processIsAnswered_isFalse() throws Exception {
    CompletableFuture<Boolean> alive = processes.isAlive(remote, Await.BOUND);
    Monitor ofProcess = peer.next(Monitor.class);
    peer.next(Monitor.class);

    peer.send(new MonitorExit(remote, ofProcess.from(), ofProcess.ref(), ExitReason.NOPROC));

    assertThat(Await.value(alive)).isFalse();
  }

  @Test
  void isAlive_noAnswer_isFalse() throws Exception {
    assertThat(Await.value(processes.isAlive(remote, Duration.ofMillis(1)))).isFalse();
    assertThat(peer.next(Monitor.class).target()).isEqualTo(remote);
  }

  @Test
  void isAlive_nodeGoneMeanwhileOrNotThere_isFalse() throws Exception {
    CompletableFuture<Boolean> alive = processes.isAlive(remote, Await.BOUND);
    peer.next(Monitor.class);
    peer.disconnect();

    assertThat(Await.value(alive)).isFalse();
    assertThat(Await.value(processes.isAlive(Pid.of(Atom.of("gone@h"), 1, 0, 1), Await.BOUND)))
        .isFalse();
  }

  @Test
  void send_duringACall_comesBeforeItsResult() throws Exception {
    node.expose(
        "mine",
        call -> {
          processes.send(call.caller(), Atom.of("caused"));
          return Atom.OK;
        });
    Pid caller = peer.newPid();
    peer.send(
        new SpawnRequest(
            peer.newReference(),
            caller,
            caller,
            Atom.of("erpc"),
            Atom.of("execute_call"),
            4,
            ListTerm.of(Atom.of("monitor")),
            ListTerm.of(Atom.OK, Atom.of("mine"), Atom.of("f"), ListTerm.empty())));

    peer.next(SpawnReply.class);
    assertThat(peer.next(Send.class)).isEqualTo(new Send(node.pid(), caller, Atom.of("caused")));
    peer.next(MonitorExit.class);
  }
}
