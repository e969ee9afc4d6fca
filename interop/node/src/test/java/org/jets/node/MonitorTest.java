package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Monitors of processes and nodes, from both sides. */
class MonitorTest extends ScriptedNodes {
  private static final Atom REASON = Atom.of("reason");
  private static final Atom NAME = Atom.of("named");

  private Mailbox mailbox;
  private Pid remote;
  private Reference ref;

  @BeforeEach
  void makeProcesses() {
    mailbox = node.newMailbox();
    remote = peer.newPid();
    ref = peer.newReference();
  }

  private static Term down(Reference monitor, Term target, Term reason) {
    return Tuple.of(Atom.of("DOWN"), monitor, Atom.of("process"), target, reason);
  }

  @Test
  void monitor_deadPid_isAnsweredWithNoproc() throws Exception {
    mailbox.close();

    peer.send(new Monitor(remote, mailbox.pid(), ref));

    assertThat(peer.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(mailbox.pid(), remote, ref, ExitReason.NOPROC));
  }

  @Test
  void monitor_pidOfEarlierIncarnation_isAnsweredWithNoproc() throws Exception {
    Pid pid = mailbox.pid();
    Pid earlier = Pid.of(pid.node(), pid.id(), pid.serial(), pid.creation() - 1);

    peer.send(new Monitor(remote, earlier, ref));

    assertThat(peer.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(earlier, remote, ref, ExitReason.NOPROC));
  }

  @Test
  void monitor_pidThatEnds_isToldThePid() throws Exception {
    peer.send(new Monitor(remote, mailbox.pid(), ref));
    peer.expectSilence();

    mailbox.exit(REASON);

    assertThat(peer.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(mailbox.pid(), remote, ref, REASON));
  }

  @Test
  void monitor_nameThatEnds_isToldTheName() throws Exception {
    mailbox.register("named");
    peer.send(new Monitor(remote, NAME, ref));
    peer.expectSilence();

    mailbox.exit(REASON);

    assertThat(peer.next(MonitorExit.class)).isEqualTo(new MonitorExit(NAME, remote, ref, REASON));
  }

  @Test
  void demonitor_byNameThatAnotherHasNow_isOfTheOneMonitored() throws Exception {
    mailbox.register("named");
    peer.send(new Monitor(remote, NAME, ref));
    peer.expectSilence();
    mailbox.unregister();
    Mailbox successor = node.newMailbox("named");

    peer.send(new Demonitor(remote, NAME, ref));
    peer.expectSilence();
    mailbox.exit(REASON);
    successor.exit(REASON);

    peer.expectSilence();
  }

  @Test
  void demonitor_unknown_isIgnored() throws Exception {
    peer.send(new Demonitor(remote, mailbox.pid(), ref));

    peer.expectSilence();
  }

  @Test
  void monitor_fromThirdNode_closesConnection() {
    peer.send(new Monitor(Pid.of(Atom.of("third@h"), 1, 0, 1), mailbox.pid(), ref));

    Await.until("the connection is closed", () -> !peer.isConnected());
  }

  @Test
  void monitor_remotePid_comesAsMessage() throws Exception {
    Reference monitor = mailbox.monitor(remote);
    assertThat(peer.next(Monitor.class)).isEqualTo(new Monitor(mailbox.pid(), remote, monitor));

    peer.send(new MonitorExit(remote, mailbox.pid(), monitor, REASON));

    assertThat(Await.message(mailbox)).isEqualTo(down(monitor, remote, REASON));
    assertThat(mailbox.demonitor(monitor)).isFalse();
    peer.expectSilence();
  }

  @Test
  void monitor_remoteName_hasNameAndNodeInMessage() throws Exception {
    Reference monitor = mailbox.monitor("named", PEER);
    assertThat(peer.next(Monitor.class)).isEqualTo(new Monitor(mailbox.pid(), NAME, monitor));

    peer.send(new MonitorExit(NAME, mailbox.pid(), monitor, REASON));

    assertThat(Await.message(mailbox))
        .isEqualTo(down(monitor, TermParser.parse("{named,'peer@h'}"), REASON));
  }

  @Test
  void demonitor_thenDown_isIgnored() throws Exception {
    Reference monitor = mailbox.monitor(remote);
    peer.next(Monitor.class);

    assertThat(mailbox.demonitor(monitor)).isTrue();
    assertThat(peer.next(Demonitor.class)).isEqualTo(new Demonitor(mailbox.pid(), remote, monitor));
    peer.send(new MonitorExit(remote, mailbox.pid(), monitor, REASON));
    peer.expectSilence();

    assertThat(mailbox.size()).isZero();
  }

  @Test
  void down_unknown_isIgnored() throws Exception {
    peer.send(new MonitorExit(remote, mailbox.pid(), peer.newReference(), REASON));
    peer.expectSilence();

    assertThat(mailbox.size()).isZero();
  }

  @Test
  void close_withMonitor_takesItBack() throws Exception {
    Reference monitor = mailbox.monitor(remote);
    peer.next(Monitor.class);

    mailbox.close();

    assertThat(peer.next(Demonitor.class)).isEqualTo(new Demonitor(mailbox.pid(), remote, monitor));
  }

  @Test
  void disconnect_withMonitor_isNoconnection() throws Exception {
    Reference monitor = mailbox.monitor(remote);
    peer.next(Monitor.class);

    peer.disconnect();

    assertThat(Await.message(mailbox)).isEqualTo(down(monitor, remote, ExitReason.NOCONNECTION));
  }

  @Test
  void monitor_nodeThatIsNotThere_isNoconnection() throws Exception {
    Reference monitor = mailbox.monitor("named", "gone@h");

    assertThat(Await.message(mailbox))
        .isEqualTo(down(monitor, TermParser.parse("{named,'gone@h'}"), ExitReason.NOCONNECTION));
  }

  @Test
  void disconnect_thenReconnect_hasNothingOfBefore() throws Exception {
    peer.send(new Monitor(remote, mailbox.pid(), ref));
    peer.expectSilence();
    mailbox.monitorNode(PEER);
    peer.disconnect();
    Await.message(mailbox);
    Await.until("the node knows of the end", () -> node.nodes().isEmpty());
    Await.until(
        "a new connection",
        () -> {
          peer.connect(NODE);
          return peer.isConnected();
        });

    mailbox.exit(REASON);

    peer.expectSilence();
  }

  @Test
  void monitorNode_twice_comesTwice() throws Exception {
    Term nodedown = TermParser.parse("{nodedown,'peer@h'}");
    mailbox.monitorNode(PEER);
    mailbox.monitorNode(PEER);
    mailbox.monitorNode(PEER);
    assertThat(mailbox.demonitorNode(PEER)).isTrue();

    peer.disconnect();

    assertThat(Await.message(mailbox)).isEqualTo(nodedown);
    assertThat(Await.message(mailbox)).isEqualTo(nodedown);
    Await.until("the node knows of the end", () -> node.nodes().isEmpty());
    assertThat(mailbox.size()).isZero();
  }

  @Test
  void monitorNode_notThere_comesAtOnce() throws Exception {
    mailbox.monitorNode("gone@h");

    assertThat(Await.message(mailbox)).isEqualTo(TermParser.parse("{nodedown,'gone@h'}"));
  }
}
