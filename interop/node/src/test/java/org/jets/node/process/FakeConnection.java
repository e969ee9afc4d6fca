package org.jets.node.process;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ControlMessage;
import org.jets.terms.Atom;

/** A connection without another node, which keeps sent messages, or has no memory for them. */
public final class FakeConnection implements Connection {
  private final Atom peer;
  private final List<ControlMessage> sent = new CopyOnWriteArrayList<>();
  private volatile boolean isMemoryShort;
  private volatile boolean isOpen = true;

  public FakeConnection(String peer) {
    this.peer = Atom.of(peer);
  }

  /** Sets whether messages and the end fail for want of memory. */
  public void setMemoryShort(boolean isShort) {
    isMemoryShort = isShort;
  }

  /** Returns the sent messages; the list may be changed. */
  public List<ControlMessage> sent() {
    return sent;
  }

  @Override
  public Atom peer() {
    return peer;
  }

  @Override
  public int peerCreation() {
    return 1;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public boolean send(ControlMessage message) {
    return sendWithoutWaiting(message);
  }

  @Override
  public boolean sendWithoutWaiting(ControlMessage message) {
    failWithoutMemory();
    sent.add(message);
    return isOpen;
  }

  /** Ends the connection, and fails afterwards if there is no memory. */
  @Override
  public void close(String reason) {
    isOpen = false;
    failWithoutMemory();
  }

  private void failWithoutMemory() {
    if (isMemoryShort) {
      throw new OutOfMemoryError("of the test");
    }
  }
}
