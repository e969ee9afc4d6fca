package org.jets.node.process;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ConnectionListener;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ProtocolException;
import org.jets.terms.Atom;

/**
 * The connection of a node with itself. Its processes send each other the same signals as to
 * another node, by the same rules and in the same order. The signals are not encoded.
 */
public final class Loopback implements Connection {
  /** The number of messages in transit from which {@link #send} blocks. */
  private static final int MAX_MESSAGES = 1024;

  private final Atom node;
  private final int creation;
  private final Executor reader;
  private final ConnectionListener listener;
  private final Semaphore room = new Semaphore(MAX_MESSAGES);
  private volatile boolean isOpen = true;

  /**
   * Creates a connection and tells the listener of it. To be closed once.
   *
   * @param reader runs one task after the other, in the order of their arrival
   */
  public Loopback(Atom node, int creation, Executor reader, ConnectionListener listener) {
    this.node = node;
    this.creation = creation;
    this.reader = reader;
    this.listener = listener;
    listener.connected(this);
  }

  @Override
  public Atom peer() {
    return node;
  }

  @Override
  public int peerCreation() {
    return creation;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public boolean send(ControlMessage message) throws InterruptedException {
    room.acquire();
    boolean queued = queue(message, room::release);
    if (!queued) {
      room.release();
    }
    return queued;
  }

  @Override
  public boolean sendWithoutWaiting(ControlMessage message) {
    return queue(message, () -> {});
  }

  private boolean queue(ControlMessage message, Runnable taken) {
    if (!isOpen) {
      return false;
    }
    try {
      reader.execute(
          () -> {
            taken.run();
            receive(message);
          });
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void receive(ControlMessage message) {
    // The listener is told of the end in this thread too, and gets no message after that.
    if (isOpen) {
      try {
        listener.received(this, message);
      } catch (ProtocolException e) {
        throw new AssertionError("this node breaks the protocol with itself", e);
      }
    }
  }

  /**
   * Ends all links, monitors and calls of processes of the node with each other, since one of them
   * could not be told of an end. The connection itself stays, since a node makes no other one.
   */
  @Override
  public void close(String reason) {
    reader.execute(() -> listener.disconnected(this));
  }

  /** Ends this, and lets the reader tell the listener. Messages in transit are lost. */
  public void end() {
    isOpen = false;
    reader.execute(() -> listener.disconnected(this));
  }
}
