package org.jets.node.distribution;

import org.jets.terms.Atom;
import org.jets.terms.Term;

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
   * Queues a message for a thread that must not wait, where messages that no call waits for may be
   * many or long. While the connection is {@linkplain #isBehind behind} the message is kept, and
   * queued in its turn when that is over. A node for which too many bytes are kept loses its
   * connection, and what is kept goes with the connection.
   *
   * @param isAtOnce whether the message is queued now, after those that are kept: for a message
   *     that has to be written before the next one of this thread
   * @return false if the connection is closed, and the message is dropped
   */
  default boolean sendInTurn(ControlMessage message, boolean isAtOnce) {
    return sendWithoutWaiting(message);
  }

  /**
   * Waits while the reserve of {@link #sendWithoutWaiting} is half taken, for threads that send
   * many messages that way: as long as the other node reads, it does not run full. One that does
   * not read is waited for a second at most, by whoever waits, until it has caught up: so this is
   * for any thread, that which reads from another node too.
   */
  default void awaitRoom() throws InterruptedException {}

  /**
   * Whether so much is queued that nothing should be begun that leads to more. When that is over,
   * {@link ConnectionListener#caughtUp} is called.
   */
  default boolean isBehind() {
    return false;
  }

  /**
   * Whether there is room for a message with this payload, in what may wait to be sent by all
   * connections. Linear in the number of terms.
   */
  default boolean hasRoomFor(Term payload) {
    return true;
  }

  /**
   * Returns how many bytes the message has that the listener is being told of, 0 if nobody knows.
   * For the thread that tells it.
   */
  default long receivedBytes() {
    return 0;
  }

  /**
   * Returns about how many bytes of the heap messages take that have come in part or wait to be
   * sent. For any thread.
   */
  default long heldBytes() {
    return 0;
  }

  /**
   * Closes the connection. What is queued may be lost.
   *
   * @param reason for the log
   */
  void close(String reason);
}
