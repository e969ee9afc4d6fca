package org.jets.node.distribution;

import org.jets.terms.Atom;
import org.jets.terms.Term;

/**
 * A connection with another node, from the end of the handshake until either side closes it.
 * Messages are written in the order in which they were sent. Safe for use by many threads.
 */
public interface Connection {
  /** Returns the name of the other node. */
  Atom peer();

  /** Returns which incarnation of the other node this is, unsigned. */
  int peerCreation();

  /** Returns true until this is closed. */
  boolean isOpen();

  /**
   * Queues a message; blocks while the queue is full because the other node does not read. Not for
   * the thread that reads from a connection: see {@link #sendWithoutWaiting}.
   *
   * @return false if the connection is closed, and the message was not queued
   */
  boolean send(ControlMessage message) throws InterruptedException;

  /**
   * Queues a message, for threads that must not wait. The queue has a reserve for such messages. If
   * the reserve is full, the connection is closed.
   *
   * @return false if the connection is closed, and the message was not queued
   */
  boolean sendWithoutWaiting(ControlMessage message);

  /**
   * Queues a message for a thread that must not wait, if there may be many or long messages that no
   * call waits for. While the connection is {@linkplain #isBehind behind}, the message is kept, and
   * queued in its turn later. If too many bytes are kept for a node, its connection is closed and
   * the kept messages are dropped.
   *
   * @param isAtOnce whether the message is queued now, after those that are kept: for a message
   *     that has to be written before the next one of this thread
   * @return false if the connection is closed, and the message is dropped
   */
  default boolean sendInTurn(ControlMessage message, boolean isAtOnce) {
    return sendWithoutWaiting(message);
  }

  /**
   * Waits while half of the reserve of {@link #sendWithoutWaiting} is taken, for threads that send
   * many messages that way. As long as the other node reads, the reserve does not run full. Waiting
   * for a node that does not read ends after a second, and then no thread waits until that node has
   * caught up. So any thread may call this, one that reads from another node too.
   */
  default void awaitRoom() throws InterruptedException {}

  /**
   * Returns true if so much is queued that nothing should begin that leads to more. When that is
   * over, {@link ConnectionListener#caughtUp} is called.
   */
  default boolean isBehind() {
    return false;
  }

  /**
   * Returns whether a message with this payload fits into the bytes that may wait to be sent on all
   * connections. Linear in the number of terms.
   */
  default boolean hasRoomFor(Term payload) {
    return true;
  }

  /**
   * Returns the size in bytes of the message that the listener is being told of; 0 if unknown. For
   * the thread that calls the listener.
   */
  default long receivedBytes() {
    return 0;
  }

  /**
   * Returns about how many bytes of the heap are taken by incomplete messages and by messages that
   * wait to be sent. For any thread.
   */
  default long heldBytes() {
    return 0;
  }

  /**
   * Closes the connection. Queued messages may be lost.
   *
   * @param reason for the log
   */
  void close(String reason);
}
