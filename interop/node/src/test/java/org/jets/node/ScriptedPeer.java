package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ConnectionListener;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.process.ExitReason;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;

/**
 * The other node of a test, which sends the messages of the test and returns those that it gets.
 */
final class ScriptedPeer implements ConnectionListener, AutoCloseable {
  private static final Atom NOBODY = Atom.of("nobody");

  private final NodeTransport transport;
  private final ProcessTable identifiers;
  private final BlockingQueue<ControlMessage> received = new LinkedBlockingQueue<>();
  private volatile Connection connection;

  /** Creates a node, which connects with another, and waits until that one knows it. */
  ScriptedPeer(MemoryNetwork network, String name, String other) throws InterruptedException {
    transport = network.transport(name, 7);
    identifiers = new ProcessTable(transport.node(), transport.creation());
    transport.serve(this);
    connect(other);
    expectSilence();
  }

  void connect(String other) {
    connection = Await.value(transport.connect(Atom.of(other)).thenApply(made -> made));
  }

  Atom node() {
    return transport.node();
  }

  Pid newPid() {
    return identifiers.newPid();
  }

  Reference newReference() {
    return identifiers.newReference();
  }

  void send(ControlMessage message) {
    assertThat(connection.sendWithoutWaiting(message)).as("connected").isTrue();
  }

  /** Returns the next message, which is of this type. */
  <T extends ControlMessage> T next(Class<T> type) throws InterruptedException {
    ControlMessage message = received.poll(Await.SECONDS, TimeUnit.SECONDS);
    assertThat(message).as("the next message").isInstanceOf(type);
    return type.cast(message);
  }

  /** Checks that the reader has handled all sent messages, and has answered none. */
  void expectSilence() throws InterruptedException {
    Pid self = newPid();
    Reference ref = newReference();
    send(new Monitor(self, NOBODY, ref));
    assertThat(next(MonitorExit.class))
        .isEqualTo(new MonitorExit(NOBODY, self, ref, ExitReason.NOPROC));
  }

  /** Checks that the reader has handled all sent messages, and has answered this number before. */
  void expectSilenceAfter(int answers) throws InterruptedException {
    Pid self = newPid();
    Reference ref = newReference();
    send(new Monitor(self, NOBODY, ref));
    MonitorExit last = new MonitorExit(NOBODY, self, ref, ExitReason.NOPROC);
    for (int i = 0; i <= answers; i++) {
      if (last.equals(next(ControlMessage.class))) {
        return;
      }
    }
    throw new AssertionError("more than " + answers + " answers");
  }

  void disconnect() {
    connection.close("the test says so");
  }

  boolean isConnected() {
    return connection.isOpen();
  }

  @Override
  public void connected(Connection made) {
    connection = made;
  }

  @Override
  public void received(Connection from, ControlMessage message) {
    received.add(message);
  }

  @Override
  public void disconnected(Connection closed) {}

  @Override
  public void close() {
    transport.close();
  }
}
