package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.junit.jupiter.api.Test;

/** Attacks on a node before it has verified its peer. */
class LoginAttackTest {

  @Test
  void accept_moreSilentPeersThanMayShakeHands_theOldestGiveWay() throws Exception {
    List<RawPeer> silent = new ArrayList<>();
    try (TestNode a = TestNode.start(options -> options.maxHandshakes(4))) {
      for (int i = 0; i < 20; i++) {
        silent.add(RawPeer.connect(a));
      }
      try (TestNode b = TestNode.start(a.known())) {
        assertThat(b.connect(a).isOpen()).isTrue();
      }
      silent.get(0).awaitClose();
    } finally {
      for (RawPeer peer : silent) {
        peer.close();
      }
    }
  }

  @Test
  void accept_moreSilentPeersOfOneAddress_theOldestGiveWay() throws Exception {
    List<RawPeer> silent = new ArrayList<>();
    try (TestNode a = TestNode.start(options -> options.maxHandshakesOfAddress(2))) {
      for (int i = 0; i < 5; i++) {
        silent.add(RawPeer.connect(a));
      }
      for (int i = 0; i < 3; i++) {
        silent.get(i).awaitClose();
      }
    } finally {
      for (RawPeer peer : silent) {
        peer.close();
      }
    }
  }

  @Test
  void accept_oneAddressUnderManyNames_takesNoMoreThanItsShare() throws Exception {
    try (TestNode a =
            TestNode.start(options -> options.maxConnectionsOfAddress(1).maxConnections(10));
        TestNode b = TestNode.start(a.known());
        TestNode c = TestNode.start(a.known())) {
      Connection first = b.connect(a);
      a.listener.awaitEvent("up " + b.name());
      assertThatThrownBy(() -> c.connect(a)).hasStackTraceContaining("does not allow it");
      first.close("the test");
      a.listener.awaitEvent("down " + b.name());
      assertThat(c.connect(a).isOpen()).isTrue();
    }
  }

  @Test
  void connect_whileSomebodyShakesHandsUnderThePeersName_isMade() throws Exception {
    try (TestNode b = TestNode.start();
        TestNode a = TestNode.start(b.known());
        RawPeer liar = RawPeer.connect(a)) {
      liar.writeName(b.name().toString());
      liar.readStatus();

      assertThat(a.connect(b).isOpen()).isTrue();
    }
  }

  @Test
  void connect_challengeIsOneOfThisNode_isNotAnswered() throws Exception {
    NodeName other = TestNode.newName();
    try (ServerSocket server = new ServerSocket()) {
      server.bind(Loopback.address(0));
      try (TestNode a =
              TestNode.start(
                  options -> options.peerAddress(other, Loopback.address(server.getLocalPort())));
          RawPeer liar = RawPeer.connect(a)) {
        liar.writeName("liar@" + Loopback.HOST);
        liar.readStatus();
        int challenge = liar.readChallenge();
        CompletableFuture<Connection> connection = a.distribution.connect(other.atom());
        try (Socket dialled = server.accept()) {
          dialled.setSoTimeout((int) LiveNode.BOUND.toMillis());
          DataInputStream input = new DataInputStream(dialled.getInputStream());
          input.readFully(new byte[input.readUnsignedShort()]);
          write(dialled, HandshakeMessage.status("ok"));
          write(dialled, HandshakeMessage.challenge(Flags.OURS, challenge, 7, other.toString()));

          assertThat(input.read()).as("the answer").isNegative();
        }
        assertThatThrownBy(() -> TestNode.await(connection))
            .hasCauseInstanceOf(HandshakeException.class);
      }
    }
  }

  private static void write(Socket socket, byte[] message) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(Short.BYTES + message.length);
    socket.getOutputStream().write(frame.putShort((short) message.length).put(message).array());
  }
}
