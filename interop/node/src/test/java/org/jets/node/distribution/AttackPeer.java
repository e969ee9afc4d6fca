package org.jets.node.distribution;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/** A node that has the cookie and ignores the rules. It reads nothing unless it is told to. */
public final class AttackPeer implements AutoCloseable {
  private static final int CREATION = 7;
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final Atom name;
  private final Socket socket;
  private final FrameInput input;
  private final MessageWriter writer;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final FrameOutput output = new FrameOutput(bytes);

  private AttackPeer(int port, String name) throws IOException {
    this.name = Atom.of(name);
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    this.input =
        new FrameInput(socket.getInputStream(), socket.getInputStream(), Short.BYTES, 1 << 10);
    this.writer = new MessageWriter(Flags.OURS, output, Wire.account());
  }

  /** Connects with a node and makes the whole handshake. */
  public static AttackPeer connect(int port, String name, String cookie) throws IOException {
    AttackPeer peer = new AttackPeer(port, name);
    peer.writeHandshake(HandshakeMessage.name(Flags.OURS, CREATION, name));
    peer.next();
    peer.next();
    int challenge =
        ByteBuffer.wrap(peer.input.array()).getInt(peer.input.offset() + 1 + Long.BYTES);
    peer.writeHandshake(HandshakeMessage.reply(1, Cookie.of(cookie).digest(challenge)));
    peer.next();
    peer.input.beginMessages(Wire.options().build(), Wire.account());
    return peer;
  }

  private void next() throws IOException {
    if (!input.next()) {
      throw new IOException("the node has closed the connection");
    }
  }

  private void writeHandshake(byte[] message) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(Short.BYTES + message.length);
    socket.getOutputStream().write(frame.putShort((short) message.length).put(message).array());
  }

  /** Returns a new process of this node. */
  public Pid newPid() {
    return Pid.of(name, NUMBERS.incrementAndGet(), 0, CREATION);
  }

  private Reference newReference() {
    return Reference.of(name, CREATION, NUMBERS.incrementAndGet(), 1, 2);
  }

  /** Calls a function as {@code erpc:call} does. */
  public void call(String module, String function, Term... arguments) throws IOException {
    Pid caller = newPid();
    send(
        new ControlMessage.SpawnRequest(
            newReference(),
            caller,
            caller,
            Atom.of("erpc"),
            Atom.of("execute_call"),
            4,
            ListTerm.of(Atom.of("monitor")),
            ListTerm.of(
                newReference(), Atom.of(module), Atom.of(function), ListTerm.of(arguments))));
  }

  /** Sends a message. */
  public void send(ControlMessage message) throws IOException {
    write(message, writer, output);
    sendEncoded(bytes.toByteArray());
    bytes.reset();
  }

  private static void write(ControlMessage message, MessageWriter writer, FrameOutput output)
      throws IOException {
    writer.write(new SendQueue.Entry(message, Thread.currentThread(), 0));
    while (!writer.isIdle()) {
      writer.writeFragment();
    }
    output.flush();
  }

  /**
   * Returns a message to a process with a name as any connection of a node can send it, once or
   * more.
   */
  public static byte[] encode(String node, Atom to, Term message) throws IOException {
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    FrameOutput output = new FrameOutput(encoded);
    Pid from = Pid.of(Atom.of(node), 1, 0, CREATION);
    write(
        new ControlMessage.SendToName(from, to, message),
        new MessageWriter(Flags.OURS, output, Wire.account()),
        output);
    return encoded.toByteArray();
  }

  /** Sends what {@link #encode} has returned. */
  public void sendEncoded(byte[] message) throws IOException {
    socket.getOutputStream().write(message);
  }

  /** Sends the first fragment of a message that has more than one. */
  void sendFirstFragment(ControlMessage message) throws IOException {
    writer.write(new SendQueue.Entry(message, Thread.currentThread(), 0));
    writer.writeFragment();
    output.flush();
    socket.getOutputStream().write(bytes.toByteArray());
    bytes.reset();
  }

  /** Sends a tick. */
  public void tick() throws IOException {
    socket.getOutputStream().write(new byte[Integer.BYTES]);
  }

  /** Reads this number of frames that are no ticks. */
  public void read(int frames) throws IOException {
    for (int i = 0; i < frames; ) {
      next();
      i += input.length() > 0 ? 1 : 0;
    }
  }

  /** Reads this number of ticks, and any other frames between them. */
  void readTicks(int ticks) throws IOException {
    for (int i = 0; i < ticks; ) {
      next();
      i += input.length() == 0 ? 1 : 0;
    }
  }

  /** Ticks, and reads nothing, until the node has closed the connection. */
  public void awaitCut(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    try {
      while (System.nanoTime() - deadline < 0) {
        tick();
        Thread.sleep(10);
      }
    } catch (IOException e) {
      return;
    }
    throw new AssertionError("the node has not closed the connection within " + millis + " ms");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
