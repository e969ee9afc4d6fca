package org.jets.node.distribution;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A client of epmd, the daemon that knows the ports at which the nodes of its host listen. Each
 * request has a connection of its own.
 */
public final class Epmd {
  static final int DEFAULT_PORT = 4369;

  private static final int ALIVE2_REQ = 120;
  private static final int ALIVE2_RESP = 121;
  private static final int ALIVE2_X_RESP = 118;
  private static final int PORT_PLEASE2_REQ = 122;
  private static final int PORT2_RESP = 119;
  private static final int HIDDEN_NODE = 72;
  private static final int TCP = 0;
  private static final int DISTRIBUTION_VERSION = 6;

  /** The limit of bytes of an answer. */
  private static final int MAX_ANSWER_BYTES = 1 << 20;

  private final InetSocketAddress address;
  private final int timeoutMillis;

  /**
   * @param timeout the limit of time for each request
   */
  public Epmd(InetSocketAddress address, Duration timeout) {
    this.address = address;
    this.timeoutMillis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
  }

  /** Returns the default address of the epmd of this host. */
  static InetSocketAddress localAddress() {
    String port = System.getenv("ERL_EPMD_PORT");
    int number = DEFAULT_PORT;
    if (port != null && port.matches("[0-9]{1,5}")) {
      number = Integer.parseInt(port);
    }
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
  }

  /**
   * Returns the port at which a node listens; none if epmd does not know the node.
   *
   * @throws IOException if there is no epmd, or it gives no answer
   */
  public OptionalInt lookUp(String alive) throws IOException {
    return lookUp(alive, new Socket());
  }

  /**
   * Returns the port as {@link #lookUp(String)} does. Another thread may close the socket to end
   * the request.
   */
  OptionalInt lookUp(String alive, Socket socket) throws IOException {
    byte[] name = alive.getBytes(StandardCharsets.UTF_8);
    byte[] answer;
    try (socket) {
      connect(socket);
      request(socket, ByteBuffer.allocate(1 + name.length).put((byte) PORT_PLEASE2_REQ).put(name));
      answer = socket.getInputStream().readNBytes(MAX_ANSWER_BYTES);
    }
    if (answer.length < 2 || answer[0] != PORT2_RESP || (answer[1] == 0 && answer.length < 4)) {
      throw new IOException(this + ": no answer to a look-up");
    }
    return answer[1] == 0
        ? OptionalInt.of(ByteBuffer.wrap(answer).getShort(2) & 0xffff)
        : OptionalInt.empty();
  }

  /**
   * Registers a node for as long as a socket stays open.
   *
   * @param socket not yet connected; closed if this fails. Another thread may close it to end the
   *     request or the registration
   * @return which incarnation of a node of this name this is, unsigned
   * @throws IOException if there is no epmd, or it knows a node of this name already
   */
  int register(String alive, int port, Socket socket) throws IOException {
    byte[] name = alive.getBytes(StandardCharsets.UTF_8);
    ByteBuffer request =
        ByteBuffer.allocate(13 + name.length)
            .put((byte) ALIVE2_REQ)
            .putShort((short) port)
            .put((byte) HIDDEN_NODE)
            .put((byte) TCP)
            .putShort((short) DISTRIBUTION_VERSION)
            .putShort((short) DISTRIBUTION_VERSION)
            .putShort((short) name.length)
            .put(name)
            .putShort((short) 0);
    try {
      connect(socket);
      request(socket, request);
      int creation = readCreation(alive, new DataInputStream(socket.getInputStream()));
      socket.setSoTimeout(0);
      return creation;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private int readCreation(String alive, DataInputStream input) throws IOException {
    int tag = input.readUnsignedByte();
    if (tag != ALIVE2_X_RESP && tag != ALIVE2_RESP) {
      throw new IOException(this + ": no answer to a registration");
    }
    int result = input.readUnsignedByte();
    int creation = tag == ALIVE2_X_RESP ? input.readInt() : input.readUnsignedShort();
    if (result != 0) {
      throw new IOException(this + ": refuses " + alive + ", maybe there is a node of that name");
    }
    return creation;
  }

  private void connect(Socket socket) throws IOException {
    try {
      socket.connect(address, timeoutMillis);
      socket.setSoTimeout(timeoutMillis);
    } catch (IOException e) {
      throw new IOException(
          "no " + this + ": " + e.getMessage() + " (`epmd -daemon` starts one)", e);
    }
  }

  private static void request(Socket socket, ByteBuffer body) throws IOException {
    body.flip();
    ByteBuffer message = ByteBuffer.allocate(Short.BYTES + body.limit());
    message.putShort((short) body.limit()).put(body);
    socket.getOutputStream().write(message.array());
  }

  @Override
  public String toString() {
    return "epmd at " + address;
  }
}
