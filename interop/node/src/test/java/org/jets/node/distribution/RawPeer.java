package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import org.jets.node.live.LiveNode;
import org.jets.terms.Atom;

/** A node of a test that connects with another and writes any bytes, or none. */
final class RawPeer implements AutoCloseable {
  static final Atom NAME = Atom.of("raw@host");
  private static final int CREATION = 7;

  private final Socket socket;
  private final FrameInput input;

  private RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) LiveNode.BOUND.toMillis());
    input = new FrameInput(socket.getInputStream(), socket.getInputStream(), Short.BYTES, 1 << 10);
  }

  /** Connects, and sends nothing. */
  static RawPeer connect(TestNode node) throws IOException {
    return new RawPeer(new Socket(node.address().getAddress(), node.address().getPort()));
  }

  /** Connects and makes the whole handshake. */
  static RawPeer shakeHands(TestNode node) throws IOException {
    RawPeer peer = connect(node);
    for (int step = 0; step < 2; step++) {
      peer.writeStep(step);
    }
    // The acknowledgement.
    assertThat(peer.input.next()).isTrue();
    return peer;
  }

  /** Writes the first message of the handshake, under any name. */
  void writeName(String name) throws IOException {
    writeHandshake(HandshakeMessage.name(Flags.OURS, CREATION, name));
  }

  /** Reads the message with the status. */
  void readStatus() throws IOException {
    assertThat(input.next()).isTrue();
  }

  /** Reads the message with the challenge. */
  int readChallenge() throws IOException {
    assertThat(input.next()).isTrue();
    return ByteBuffer.wrap(input.array()).getInt(input.offset() + 1 + Long.BYTES);
  }

  /** Writes one of the two messages of the handshake, after reading those that must come before. */
  void writeStep(int step) throws IOException {
    if (step == 0) {
      writeHandshake(HandshakeMessage.name(Flags.OURS, CREATION, NAME.name()));
      return;
    }
    // The status, and the challenge.
    assertThat(input.next()).isTrue();
    assertThat(input.next()).isTrue();
    int challenge = ByteBuffer.wrap(input.array()).getInt(input.offset() + 1 + Long.BYTES);
    writeHandshake(HandshakeMessage.reply(1, TestNode.COOKIE.digest(challenge)));
  }

  private void writeHandshake(byte[] message) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(Short.BYTES + message.length);
    write(frame.putShort((short) message.length).put(message).array());
  }

  void write(byte[] bytes) throws IOException {
    write(bytes, bytes.length);
  }

  /** Writes the first bytes of an array. */
  void write(byte[] bytes, int count) throws IOException {
    socket.getOutputStream().write(bytes, 0, count);
  }

  /** Waits until the node has closed the connection. */
  void awaitClose() throws IOException {
    try {
      byte[] buffer = new byte[1 << 10];
      while (socket.getInputStream().read(buffer) >= 0) {}
    } catch (SocketException e) {
      // The connection was closed with bytes that were not read.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
