package org.jets.node.distribution;

/**
 * What is told about connections. For one connection: {@link #connected} first, {@link #received}
 * for each message in the order of their arrival, and {@link #disconnected} last, once, each of
 * them after the one before has returned. The connection is the current one of its peer from before
 * {@link #connected} until {@link #disconnected} has returned: no other connection of the same peer
 * begins in between.
 *
 * <p>These are called by the thread that reads from the connection. They must not wait for
 * anything: while they run nothing is read.
 */
public interface ConnectionListener {
  /** A connection is there. */
  void connected(Connection connection);

  /**
   * A message has come, whose shape has been checked. Whatever this throws closes the connection.
   *
   * @throws ProtocolException if no node may send this in the state in which the two nodes are
   */
  void received(Connection connection, ControlMessage message) throws ProtocolException;

  /**
   * The other node has read so much that the connection is {@linkplain Connection#isBehind behind}
   * no more. By any thread, at any time until {@link #disconnected} has returned, and after it.
   */
  default void caughtUp(Connection connection) {}

  /** A connection has been closed, by either side. */
  void disconnected(Connection connection);
}
