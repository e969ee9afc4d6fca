package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Refused handshakes leave nothing counted, though their messages fill buffers. */
class RefusedHandshakeTest {
  private static final int ATTEMPTS = 20;

  /** The bytes of each message of the handshake; most of them are not read. */
  private static final int LONG = 40_000;

  private final NodeName self = TestNode.newName();
  private final ConnectionThreads threads = new ConnectionThreads();
  private ServerSocket server;
  private ConnectionRunner runner;

  /** Starts a node that takes this number of connections. */
  private void serve(int connections) throws IOException {
    DistributionOptions options =
        DistributionOptions.of(self, TestNode.COOKIE)
            .withoutEpmd()
            .allowedNodes(name -> !name.startsWith("refused"))
            .build();
    ConnectionTable table = new ConnectionTable(self, connections, connections);
    server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    runner = new ConnectionRunner(options, self, new RecordingListener(), table);
    Acceptor acceptor = new Acceptor(options, self, 7, table, runner, threads);
    threads.start("accepting-test", () -> acceptor.accept(server));
  }

  @AfterEach
  void end() throws IOException {
    runner.close();
    server.close();
    threads.join();
  }

  /** A node that connects, step by step. */
  private final class Peer implements AutoCloseable {
    final Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
    final DataInputStream input = new DataInputStream(socket.getInputStream());

    Peer(String name) throws IOException {
      socket.setSoTimeout((int) LiveNode.BOUND.toMillis());
      write(HandshakeMessage.name(Flags.OURS, 1, name));
    }

    private void write(byte[] message) throws IOException {
      byte[] padded = Arrays.copyOf(message, LONG);
      ByteBuffer frame = ByteBuffer.allocate(Short.BYTES + LONG).putShort((short) LONG).put(padded);
      socket.getOutputStream().write(frame.array());
    }

    private byte[] read() throws IOException {
      byte[] message = new byte[input.readUnsignedShort()];
      input.readFully(message);
      return message;
    }

    /** Reads the status and the challenge. */
    int challenge() throws IOException {
      assertThat(read()).isEqualTo(HandshakeMessage.status("ok"));
      return ByteBuffer.wrap(read()).getInt(1 + Long.BYTES);
    }

    void answer(int challenge, Cookie cookie) throws IOException {
      write(HandshakeMessage.reply(1, cookie.digest(challenge)));
    }

    void awaitEnd() throws IOException {
      try {
        while (input.read() >= 0) {}
      } catch (SocketException e) {
        // The connection was closed with bytes that were not read.
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private void assertNothingIsHeld() {
    assertThat(runner.received().bytes()).isZero();
    assertThat(runner.received().holders()).isZero();
  }

  @Test
  void handshake_refusedOrCutOff_leavesNothingCounted() throws Exception {
    serve(1);
    for (int i = 0; i < ATTEMPTS; i++) {
      try (Peer notAllowed = new Peer("refused" + i + "@h");
          Peer wrong = new Peer("wrong" + i + "@h");
          Peer cutOff = new Peer("cut" + i + "@h")) {
        notAllowed.awaitEnd();
        wrong.answer(wrong.challenge(), Cookie.of("other"));
        wrong.awaitEnd();
        cutOff.challenge();
      }
    }
    end();

    assertNothingIsHeld();
  }

  @Test
  void handshake_completeButTheTableIsFull_leavesNothingCounted() throws Exception {
    serve(1);
    try (Peer first = new Peer("first@h")) {
      int challenge = first.challenge();
      Peer[] later = new Peer[ATTEMPTS];
      int[] challenges = new int[ATTEMPTS];
      for (int i = 0; i < ATTEMPTS; i++) {
        later[i] = new Peer("later" + i + "@h");
        challenges[i] = later[i].challenge();
      }
      first.answer(challenge, TestNode.COOKIE);
      assertThat(first.read()).as("the acknowledgement").startsWith('a');
      for (int i = 0; i < ATTEMPTS; i++) {
        later[i].answer(challenges[i], TestNode.COOKIE);
        later[i].awaitEnd();
        later[i].close();
      }
    }
    end();

    assertNothingIsHeld();
  }

  @Test
  void handshake_peerGoneAfterItsAnswer_leavesNothingCounted() throws Exception {
    serve(ATTEMPTS);
    for (int i = 0; i < ATTEMPTS; i++) {
      try (Peer gone = new Peer("gone" + i + "@h")) {
        gone.socket.setSoLinger(true, 0);
        gone.answer(gone.challenge(), TestNode.COOKIE);
      }
    }
    end();

    assertNothingIsHeld();
  }
}
