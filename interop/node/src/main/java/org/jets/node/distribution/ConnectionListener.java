package org.jets.node.distribution;

/**
 * Receives the events of connections. For one connection, the calls are:
 *
 * <ol>
 *   <li>{@link #connected}, once;
 *   <li>{@link #received}, for each message, in the order of arrival;
 *   <li>{@link #disconnected}, once.
 * </ol>
 *
 * <p>Each call begins after the one before has returned. The connection is the current one of its
 * peer from before {@link #connected} until {@link #disconnected} has returned. No other connection
 * of that peer begins in between.
 *
 * <p>The thread that reads from the connection makes these calls. They must not wait for anything,
 * because nothing is read while they run.
 */
public interface ConnectionListener {
  /** Tells that a connection has been established. */
  void connected(Connection connection);

  /**
   * Tells that a message has arrived, whose shape has been checked. Any exception that this throws
   * closes the connection.
   *
   * @throws ProtocolException if no node may send this in the state in which the two nodes are
   */
  void received(Connection connection, ControlMessage message) throws ProtocolException;

  /**
   * Tells that the other node has read so much that the connection is no longer {@linkplain
   * Connection#isBehind behind}. Called by any thread, at any time until {@link #disconnected} has
   * returned, and after it.
   */
  default void caughtUp(Connection connection) {}

  /** Tells that a connection has been closed, by either side. */
  void disconnected(Connection connection);
}
