package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The output of other nodes for a node whose program takes no text. */
class OutputLimitTest extends ScriptedNodes {
  private static final int OF_PEER = 3;
  private static final Term ENOMEM = TermParser.parse("{error,enomem}");

  private final CountDownLatch released = new CountDownLatch(1);
  private ErlangNode printing;
  private ScriptedPeer busy;
  private ScriptedPeer quiet;

  @BeforeEach
  void startPrinting() throws InterruptedException {
    printing =
        start(
            "printing@h",
            options ->
                options
                    .withOutputQueue(OF_PEER, 2 * OF_PEER)
                    .withCallbackThreads(2)
                    .withOutput(this::print));
    busy = new ScriptedPeer(network, "busy@h", "printing@h");
    quiet = new ScriptedPeer(network, "quiet@h", "printing@h");
  }

  @AfterEach
  void closePrinting() {
    released.countDown();
    busy.close();
    quiet.close();
    printing.close();
  }

  private void print(String text) {
    try {
      if (text.equals("busy")) {
        released.await();
      } else if (text.equals("bad")) {
        throw new IllegalArgumentException("bad, for a test");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Pid leader(ScriptedPeer peer) throws InterruptedException {
    var unused = printing.call(peer.node().name(), "m", "f");
    return peer.next(SpawnRequest.class).groupLeader();
  }

  private static Reference write(ScriptedPeer peer, Pid leader, Pid writer, String text) {
    Reference ref = peer.newReference();
    Term request = TermParser.parse("{put_chars,unicode,<<\"" + text + "\">>}");
    peer.send(new Send(writer, leader, Tuple.of(Atom.of("io_request"), writer, ref, request)));
    return ref;
  }

  private static Tuple reply(Reference ref, Term answer) {
    return Tuple.of(Atom.of("io_reply"), ref, answer);
  }

  @Test
  void write_whileTextsOfAnotherNodeWait_isAnsweredAndTheirsAboveTheLimitAreRefused()
      throws Exception {
    Pid leader = leader(busy);
    assertThat(leader(quiet)).isEqualTo(leader);
    Pid writer = busy.newPid();
    for (int i = 0; i < OF_PEER; i++) {
      write(busy, leader, writer, "busy");
    }

    Reference refused = write(busy, leader, writer, "busy");

    assertThat(busy.next(Send.class).message()).isEqualTo(reply(refused, ENOMEM));
    Pid other = quiet.newPid();
    for (int i = 0; i < 2 * OF_PEER; i++) {
      Reference ref = write(quiet, leader, other, "quiet");
      assertThat(quiet.next(Send.class).message()).isEqualTo(reply(ref, Atom.OK));
    }
    assertThat(printing.outputBytes()).isPositive();
    released.countDown();
    for (int i = 0; i < OF_PEER; i++) {
      assertThat(((Tuple) busy.next(Send.class).message()).element(3)).isEqualTo(Atom.OK);
    }
    Await.until("no text waits", () -> printing.outputBytes() == 0);
    Reference again = write(busy, leader, writer, "busy");
    assertThat(busy.next(Send.class).message()).isEqualTo(reply(again, Atom.OK));
  }

  @Test
  void write_consumerThrows_isAnsweredWithAnError() throws Exception {
    Pid leader = leader(quiet);

    Reference ref = write(quiet, leader, quiet.newPid(), "bad");

    assertThat(quiet.next(Send.class).message()).isEqualTo(reply(ref, ENOMEM));
    Await.until("no text waits", () -> printing.outputBytes() == 0);
  }

  @Test
  void write_inTheNameOfAThirdNode_isDropped() throws Exception {
    Pid leader = leader(busy);

    write(busy, leader, quiet.newPid(), "quiet");

    busy.expectSilence();
    quiet.expectSilence();
    assertThat(printing.outputBytes()).isZero();
  }
}
