package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.live.Fault;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Pid;
import org.junit.jupiter.api.Test;

/** Bad networks and bad peers: each connection is closed, and the node goes on serving. */
class ConnectionFaultTest {
  /** More than the bytes of a whole handshake in one direction. */
  private static final int HANDSHAKE_BYTES = 120;

  @Test
  void connect_cutAtEachByteOfTheHandshake_failsOrIsDisconnected() throws Exception {
    try (TestNode a = TestNode.start();
        FaultProxy proxy = FaultProxy.to(a.distribution.port())) {
      for (int cut = 0; cut < HANDSHAKE_BYTES; cut++) {
        proxy.toTarget(Fault.cutAfter(cut)).fromTarget(Fault.none());
        connectAndSend(a, proxy);
        proxy.toTarget(Fault.none()).fromTarget(Fault.cutAfter(cut));
        connectAndSend(a, proxy);
      }
      proxy.toTarget(Fault.none()).fromTarget(Fault.none());
      assertServes(a);
    }
  }

  /** Connects, which may fail, and then sends until that fails, which it must. */
  private static void connectAndSend(TestNode a, FaultProxy proxy) throws Exception {
    try (TestNode b =
        TestNode.start(options -> options.peerAddress(a.name(), Loopback.address(proxy.port())))) {
      try {
        Connection connection = b.connect(a);
        b.listener.awaitEvent("up " + a.name());
        connection.send(new Send(b.newPid(), a.newPid(), Binary.of(new byte[1000])));
        proxy.cutAll();
        b.listener.awaitEvent("down " + a.name());
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(IOException.class);
      }
    }
  }

  private static void assertServes(TestNode a) throws Exception {
    try (TestNode b = TestNode.start(a.known())) {
      Send message = new Send(b.newPid(), a.newPid(), Atom.of("served"));
      assertThat(b.connect(a).send(message)).isTrue();
      ControlMessage received;
      do {
        received = a.listener.awaitMessage();
      } while (!received.equals(message));
    }
  }

  @Test
  void received_messageOfAnotherNodesProcess_closesTheConnection() throws Exception {
    try (TestNode a = TestNode.start();
        TestNode b = TestNode.start(a.known())) {
      Connection connection = b.connect(a);
      b.listener.awaitEvent("up " + a.name());
      connection.send(new Link(Pid.of(Atom.of("other@host"), 1, 0, 1), a.newPid()));
      b.listener.awaitEvent("down " + a.name());
      assertServes(a);
    }
  }

  @Test
  void tick_silentNode_isGone() throws Exception {
    try (TestNode a = TestNode.start(options -> options.netTickTime(Duration.ofMillis(400)));
        RawPeer silent = RawPeer.shakeHands(a)) {
      assertThat(silent).isNotNull();
      a.listener.awaitEvent("up " + RawPeer.NAME.name());
      a.listener.awaitEvent("down " + RawPeer.NAME.name());
    }
  }

  @Test
  void tick_readerIsBusyForLonger_staysConnected() throws Exception {
    try (TestNode a = TestNode.start(options -> options.netTickTime(Duration.ofSeconds(2)))) {
      String name = Loopback.uniqueName("patient") + "@" + Loopback.HOST;
      try (AttackPeer peer =
          AttackPeer.connect(a.distribution.port(), name, TestNode.COOKIE_TEXT)) {
        a.listener.receiving.acquire();
        try {
          peer.send(new Send(peer.newPid(), a.newPid(), Atom.of("first")));
          a.listener.awaitMessage();
          // The peer says nothing for two times for ticks. The node would not see it.
          peer.readTicks(8);
        } finally {
          a.listener.receiving.release();
        }
        peer.send(new Send(peer.newPid(), a.newPid(), Atom.of("second")));
        Send second = (Send) a.listener.awaitMessage();
        assertThat(second.message()).isEqualTo(Atom.of("second"));
      }
    }
  }

  @Test
  void tick_nodesThatSayNothing_stayConnected() throws Exception {
    try (TestNode a = TestNode.start(options -> options.netTickTime(Duration.ofSeconds(4)));
        TestNode b = TestNode.start(a.known())) {
      SocketConnection connection = (SocketConnection) b.connect(a);
      long ticks = connection.reads();
      long deadline = System.nanoTime() + LiveNode.BOUND.toNanos();
      while (connection.reads() < ticks + 2 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(connection.reads()).isGreaterThanOrEqualTo(ticks + 2);
      assertThat(connection.isOpen()).isTrue();
    }
  }

  @Test
  void send_nodeThatDoesNotRead_waitsAndEndsWithTheConnection() throws Exception {
    try (TestNode a = TestNode.start(options -> options.sendQueueMessages(4));
        RawPeer silent = RawPeer.shakeHands(a)) {
      assertThat(silent).isNotNull();
      a.listener.awaitEvent("up " + RawPeer.NAME.name());
      Connection connection = a.distribution.connection(RawPeer.NAME).orElseThrow();
      CompletableFuture<Boolean> last =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  Pid self = a.newPid();
                  Pid to = Pid.of(RawPeer.NAME, 1, 0, 1);
                  while (connection.send(new Send(self, to, Binary.of(new byte[1 << 20])))) {}
                  return connection.isOpen();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      // Some messages get through at first; then the sockets are full, and so is the queue.
      SocketConnection socketConnection = (SocketConnection) connection;
      while (socketConnection.waitingSenders() == 0) {
        Thread.onSpinWait();
      }
      connection.close("the test");
      assertThat(TestNode.await(last)).isFalse();
      a.listener.awaitEvent("down " + RawPeer.NAME.name());
    }
  }

  @Test
  void accept_moreThanTheLimit_isNotAllowed() throws Exception {
    try (TestNode a = TestNode.start(options -> options.maxConnections(1));
        TestNode b = TestNode.start(a.known());
        TestNode c = TestNode.start(a.known())) {
      b.connect(a);
      a.listener.awaitEvent("up " + b.name());
      CompletableFuture<Connection> refused = c.distribution.connect(a.distribution.node());
      assertThatThrownBy(() -> TestNode.await(refused)).hasMessageContaining("does not allow");
    }
  }
}
