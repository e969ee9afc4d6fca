package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Unlink;
import org.jets.node.distribution.ControlMessage.UnlinkAck;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Links and exit signals, by the rules of the distribution protocol. */
class LinkTest extends ScriptedNodes {
  private static final Atom REASON = Atom.of("reason");
  private static final Atom EXIT = Atom.of("EXIT");

  private Mailbox mailbox;
  private Pid remote;

  @BeforeEach
  void makeProcesses() {
    mailbox = node.newMailbox();
    remote = peer.newPid();
  }

  @Test
  void link_fromPeerToDeadProcess_isAnsweredWithNoproc() throws Exception {
    Pid dead = mailbox.pid();
    mailbox.close();

    peer.send(new Link(remote, dead));

    assertThat(peer.next(Exit.class)).isEqualTo(new Exit(dead, remote, ExitReason.NOPROC));
  }

  @Test
  void link_fromPeerThenClose_tellsTheReason() throws Exception {
    peer.send(new Link(remote, mailbox.pid()));
    peer.expectSilence();

    mailbox.exit(REASON);

    assertThat(peer.next(Exit.class)).isEqualTo(new Exit(mailbox.pid(), remote, REASON));
  }

  @Test
  void link_twice_isSentOnce() throws Exception {
    mailbox.link(remote);
    mailbox.link(remote);

    assertThat(peer.next(Link.class)).isEqualTo(new Link(mailbox.pid(), remote));
    peer.expectSilence();
  }

  @Test
  void exit_linkedProcessWithReason_endsMailbox() throws Exception {
    mailbox.link(remote);

    peer.send(new Exit(remote, mailbox.pid(), REASON));

    assertThat(Await.value(mailbox.exited())).isEqualTo(REASON);
  }

  @Test
  void exit_linkedProcessNormally_leavesMailboxAlive() throws Exception {
    mailbox.link(remote);
    peer.next(Link.class);

    peer.send(new Exit(remote, mailbox.pid(), ExitReason.NORMAL));
    peer.expectSilence();

    assertThat(mailbox.isAlive()).isTrue();
  }

  @Test
  void exit_trapped_comesAsMessage() throws Exception {
    mailbox.trapExits(true);
    mailbox.link(remote);

    peer.send(new Exit(remote, mailbox.pid(), REASON));

    assertThat(Await.message(mailbox)).isEqualTo(Tuple.of(EXIT, remote, REASON));
  }

  @Test
  void exit_withoutLink_isIgnored() throws Exception {
    peer.send(new Exit(remote, mailbox.pid(), REASON));
    peer.expectSilence();

    assertThat(mailbox.isAlive()).isTrue();
  }

  @Test
  void unlink_fromPeerWithoutLink_isAcknowledged() throws Exception {
    peer.send(new Unlink(-1, remote, mailbox.pid()));

    assertThat(peer.next(UnlinkAck.class)).isEqualTo(new UnlinkAck(-1, mailbox.pid(), remote));
  }

  @Test
  void unlink_fromPeerForDeadProcess_isAcknowledged() throws Exception {
    mailbox.close();

    peer.send(new Unlink(3, remote, mailbox.pid()));

    assertThat(peer.next(UnlinkAck.class)).isEqualTo(new UnlinkAck(3, mailbox.pid(), remote));
  }

  @Test
  void unlink_fromPeer_removesLink() throws Exception {
    mailbox.link(remote);
    peer.next(Link.class);

    peer.send(new Unlink(3, remote, mailbox.pid()));
    peer.next(UnlinkAck.class);
    mailbox.exit(REASON);

    peer.expectSilence();
  }

  @Test
  void unlink_thenExitFromPeer_isIgnored() throws Exception {
    mailbox.link(remote);
    mailbox.unlink(remote);
    peer.next(Link.class);
    peer.next(Unlink.class);

    peer.send(new Exit(remote, mailbox.pid(), REASON));
    peer.expectSilence();

    assertThat(mailbox.isAlive()).isTrue();
  }

  @Test
  void unlink_crossingUnlinkOfPeer_isAcknowledgedByBoth() throws Exception {
    mailbox.link(remote);
    mailbox.unlink(remote);
    peer.next(Link.class);
    Unlink unlink = peer.next(Unlink.class);

    peer.send(new Unlink(3, remote, mailbox.pid()));
    assertThat(peer.next(UnlinkAck.class)).isEqualTo(new UnlinkAck(3, mailbox.pid(), remote));
    peer.send(new UnlinkAck(unlink.id(), remote, mailbox.pid()));
    mailbox.link(remote);

    assertThat(peer.next(Link.class)).isEqualTo(new Link(mailbox.pid(), remote));
  }

  @Test
  void unlink_linkOfPeerBeforeAck_isIgnored() throws Exception {
    mailbox.link(remote);
    mailbox.unlink(remote);
    peer.next(Link.class);
    peer.next(Unlink.class);

    peer.send(new Link(remote, mailbox.pid()));
    peer.send(new Exit(remote, mailbox.pid(), REASON));
    peer.expectSilence();

    assertThat(mailbox.isAlive()).isTrue();
  }

  @Test
  void link_againBeforeAck_isActive() throws Exception {
    mailbox.link(remote);
    mailbox.unlink(remote);
    peer.next(Link.class);
    Unlink unlink = peer.next(Unlink.class);

    mailbox.link(remote);
    peer.next(Link.class);
    peer.send(new UnlinkAck(unlink.id(), remote, mailbox.pid()));
    peer.send(new Exit(remote, mailbox.pid(), REASON));

    assertThat(Await.value(mailbox.exited())).isEqualTo(REASON);
  }

  @Test
  void unlinkAck_ofEarlierUnlink_doesNotEndLaterOne() throws Exception {
    mailbox.link(remote);
    mailbox.unlink(remote);
    mailbox.link(remote);
    mailbox.unlink(remote);
    peer.next(Link.class);
    Unlink first = peer.next(Unlink.class);
    peer.next(Link.class);
    Unlink second = peer.next(Unlink.class);
    assertThat(second.id()).isNotEqualTo(first.id());

    peer.send(new UnlinkAck(first.id(), remote, mailbox.pid()));
    peer.send(new Link(remote, mailbox.pid()));
    peer.expectSilence();
    mailbox.exit(REASON);

    peer.expectSilence();
  }

  @Test
  void unlink_idZero_closesConnection() {
    peer.send(new Unlink(0, remote, mailbox.pid()));

    Await.until("the connection is closed", () -> !peer.isConnected());
  }

  @Test
  void link_fromThirdNode_closesConnection() {
    peer.send(new Link(Pid.of(Atom.of("third@h"), 1, 0, 1), mailbox.pid()));

    Await.until("the connection is closed", () -> !peer.isConnected());
  }

  @Test
  void exitSignal_reason_endsMailbox() throws Exception {
    peer.send(new ExitSignal(remote, mailbox.pid(), REASON));

    assertThat(Await.value(mailbox.exited())).isEqualTo(REASON);
  }

  @Test
  void exitSignal_killOfTrappingMailbox_endsItAsKilled() throws Exception {
    mailbox.trapExits(true);
    peer.send(new Link(remote, mailbox.pid()));
    peer.send(new ExitSignal(remote, mailbox.pid(), ExitReason.KILL));

    assertThat(Await.value(mailbox.exited())).isEqualTo(ExitReason.KILLED);
    assertThat(peer.next(Exit.class).reason()).isEqualTo(ExitReason.KILLED);
  }

  @Test
  void exitSignal_normalTrapped_comesAsMessage() throws Exception {
    mailbox.trapExits(true);
    peer.send(new ExitSignal(remote, mailbox.pid(), ExitReason.NORMAL));

    assertThat(Await.message(mailbox)).isEqualTo(Tuple.of(EXIT, remote, ExitReason.NORMAL));
  }

  @Test
  void exit_toRemoteProcess_isSent() throws Exception {
    mailbox.exit(remote, REASON);

    assertThat(peer.next(ExitSignal.class))
        .isEqualTo(new ExitSignal(mailbox.pid(), remote, REASON));
  }

  @Test
  void disconnect_withLink_endsMailboxWithNoconnection() throws Exception {
    mailbox.link(remote);
    peer.next(Link.class);

    peer.disconnect();

    assertThat(Await.value(mailbox.exited())).isEqualTo(ExitReason.NOCONNECTION);
  }

  @Test
  void disconnect_linkThatIsBeingRemoved_isIgnored() throws Exception {
    mailbox.link(remote);
    mailbox.unlink(remote);
    peer.next(Link.class);
    peer.next(Unlink.class);
    mailbox.monitorNode(PEER);

    peer.disconnect();

    assertThat(Await.message(mailbox)).isEqualTo(TermParser.parse("{nodedown,'peer@h'}"));
    assertThat(mailbox.isAlive()).isTrue();
  }

  @Test
  void link_nodeThatIsNotThere_isNoconnection() throws Exception {
    mailbox.trapExits(true);
    Pid nowhere = Pid.of(Atom.of("gone@h"), 1, 0, 1);

    mailbox.link(nowhere);

    assertThat(Await.message(mailbox)).isEqualTo(Tuple.of(EXIT, nowhere, ExitReason.NOCONNECTION));
  }

  @Test
  void link_betweenMailboxesOfOneNode_works() throws Exception {
    Mailbox other = node.newMailbox();
    mailbox.trapExits(true);
    mailbox.link(other.pid());
    mailbox.send(other.pid(), Atom.OK);
    Await.message(other);

    other.exit(REASON);

    assertThat(Await.message(mailbox)).isEqualTo(Tuple.of(EXIT, other.pid(), REASON));
  }
}
