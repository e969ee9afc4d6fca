package org.jets.node;

import org.jets.node.process.Session;
import org.jspecify.annotations.Nullable;

/**
 * One connection of this node with another, from when it is made until it ends. If the nodes
 * connect again, that is another connection. State that depends on a connection, such as the
 * fixations of a table, has ended with it.
 *
 * <p>{@link Caller#connection} returns the current one. Two objects are equal if they stand for the
 * same connection. Safe for use by many threads.
 */
public final class PeerConnection {
  private final Session session;

  PeerConnection(Session session) {
    this.session = session;
  }

  Session session() {
    return session;
  }

  /** Returns the name of the other node. */
  public String node() {
    return session.peer().name();
  }

  /** Returns true until the connection ends. */
  public boolean isOpen() {
    return session.isOpen();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PeerConnection that && session == that.session;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(session);
  }

  @Override
  public String toString() {
    return "PeerConnection " + node() + (isOpen() ? "" : " (ended)");
  }
}
