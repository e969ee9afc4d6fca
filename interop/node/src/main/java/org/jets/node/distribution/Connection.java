package org.jets.node.distribution;

import org.jets.terms.Atom;

/**
 * A connection with another node, from the end of the handshake until either side closes it. What
 * is sent through it is written in the order in which it was sent. Safe for use by many threads.
 */
public interface Connection {
  /** Returns the name of the other node. */
  Atom peer();

  /** Returns which incarnation of the other node this is, unsigned. */
  int peerCreation();

  /** Whether this has not been closed. */
  boolean isOpen();

  /**
   * Queues a message; waits while the queue is full because the other node does not read. Not for
   * the thread that reads from a connection: see {@link #sendWithoutWaiting}.
   *
   * @return false if the connection is closed, and the message was not queued
   */
  boolean send(ControlMessage message) throws InterruptedException;

  /**
   * Queues a message, for threads that must not wait. There is a reserve in the queue for that; a
   * node that lets it run full loses its connection.
   *
   * @return false if the connection is closed, and the message was not queued
   */
  boolean sendWithoutWaiting(ControlMessage message);

  /**
   * Waits while the reserve of {@link #sendWithoutWaiting} is half taken, for threads that send
   * many messages that way: as long as the other node reads, it does not run full. One that does
   * not read is waited for a second at most, by whoever waits, until it has caught up: so this is
   * for any thread, that which reads from another node too.
   */
  default void awaitRoom() throws InterruptedException {}

  /**
   * Closes the connection. What is queued may be lost.
   *
   * @param reason for the log
   */
  void close(String reason);
}
