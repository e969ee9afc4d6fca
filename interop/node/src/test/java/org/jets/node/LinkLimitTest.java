package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limits of links and monitors of other nodes, and their end without leftovers. */
class LinkLimitTest extends ScriptedNodes {
  private static final int OF_PEER = 4;
  private static final int OF_ALL = 6;
  private static final Atom REASON = Atom.of("reason");

  private ErlangNode small;
  private ScriptedPeer busy;
  private ScriptedPeer quiet;
  private Mailbox mailbox;

  @BeforeEach
  void startSmall() throws InterruptedException {
    small = start("small@h", options -> options.withLinks(OF_PEER, OF_ALL));
    busy = new ScriptedPeer(network, "busy@h", "small@h");
    quiet = new ScriptedPeer(network, "quiet@h", "small@h");
    mailbox = small.newMailbox();
  }

  @AfterEach
  void closeSmall() {
    busy.close();
    quiet.close();
    small.close();
  }

  private Reference monitor(ScriptedPeer from, Pid remote) {
    Reference ref = from.newReference();
    from.send(new Monitor(remote, mailbox.pid(), ref));
    return ref;
  }

  private void fill() throws InterruptedException {
    monitor(busy, busy.newPid());
    monitor(busy, busy.newPid());
    busy.send(new Link(busy.newPid(), mailbox.pid()));
    busy.send(new Link(busy.newPid(), mailbox.pid()));
    busy.expectSilence();
    assertThat(small.linkCount()).isEqualTo(OF_PEER);
  }

  @Test
  void monitor_moreThanAPeerMayHave_endsWithSystemLimit() throws Exception {
    fill();
    Pid remote = busy.newPid();

    Reference ref = monitor(busy, remote);

    assertThat(busy.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(mailbox.pid(), remote, ref, ExitReason.SYSTEM_LIMIT));
    monitor(quiet, quiet.newPid());
    quiet.expectSilence();
  }

  @Test
  void link_moreThanAPeerMayHave_endsWithSystemLimit() throws Exception {
    fill();
    Pid remote = busy.newPid();

    busy.send(new Link(remote, mailbox.pid()));

    assertThat(busy.next(Exit.class))
        .isEqualTo(new Exit(mailbox.pid(), remote, ExitReason.SYSTEM_LIMIT));
  }

  @Test
  void monitor_moreThanAllMayHave_endsWithSystemLimit() throws Exception {
    fill();
    for (int i = OF_PEER; i < OF_ALL; i++) {
      monitor(quiet, quiet.newPid());
    }
    quiet.expectSilence();
    Pid remote = quiet.newPid();

    Reference ref = monitor(quiet, remote);

    assertThat(quiet.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(mailbox.pid(), remote, ref, ExitReason.SYSTEM_LIMIT));
  }

  @Test
  void monitor_afterOneWasTakenBack_isMade() throws Exception {
    fill();
    mailbox.exit(REASON);
    for (int i = 0; i < OF_PEER; i++) {
      busy.next(ControlMessage.class);
    }
    assertThat(small.linkCount()).isZero();

    mailbox = small.newMailbox();
    Pid remote = busy.newPid();
    for (int i = 0; i < 2 * OF_ALL; i++) {
      Reference ref = monitor(busy, remote);
      busy.send(new Demonitor(remote, mailbox.pid(), ref));
    }

    busy.expectSilence();
    assertThat(small.linkCount()).isZero();
  }

  @Test
  void disconnect_withLinksAndMonitors_leavesNone() throws Exception {
    fill();

    busy.disconnect();

    Await.until("nothing is left", () -> small.linkCount() == 0);
  }

  @Test
  void monitor_referenceThatIsUsed_replacesTheOneBefore() throws Exception {
    Mailbox second = small.newMailbox();
    Pid remote = busy.newPid();
    Reference ref = monitor(busy, remote);
    busy.send(new Monitor(remote, second.pid(), ref));
    busy.send(new Monitor(remote, second.pid(), ref));
    busy.expectSilence();
    assertThat(small.linkCount()).isEqualTo(1);
    assertThat(mailbox.watcherCount()).isZero();
    assertThat(second.watcherCount()).isEqualTo(1);

    mailbox.exit(REASON);
    busy.expectSilence();
    second.exit(REASON);

    assertThat(busy.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(second.pid(), remote, ref, REASON));
    assertThat(small.linkCount()).isZero();
  }

  @Test
  void monitor_referenceOfAnotherNode_isAnotherMonitor() throws Exception {
    Pid remote = busy.newPid();
    Reference ref = monitor(busy, remote);
    busy.expectSilence();
    Pid other = quiet.newPid();
    quiet.send(new Monitor(other, mailbox.pid(), ref));
    quiet.expectSilence();
    assertThat(mailbox.watcherCount()).isEqualTo(2);

    quiet.send(new Demonitor(other, mailbox.pid(), ref));
    quiet.expectSilence();
    mailbox.exit(REASON);

    assertThat(busy.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(mailbox.pid(), remote, ref, REASON));
    assertThat(small.linkCount()).isZero();
  }

  @Test
  void disconnect_afterReferencesUsedTwice_leavesNone() throws Exception {
    Mailbox second = small.newMailbox();
    Pid remote = busy.newPid();
    for (int i = 0; i < 3; i++) {
      Reference ref = monitor(busy, remote);
      busy.send(new Monitor(remote, second.pid(), ref));
    }
    busy.expectSilence();

    busy.disconnect();

    Await.until("nothing is left", () -> small.linkCount() == 0);
    assertThat(mailbox.watcherCount()).isZero();
    assertThat(second.watcherCount()).isZero();
  }
}
