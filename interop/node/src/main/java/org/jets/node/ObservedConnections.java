package org.jets.node;

import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ConnectionListener;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ProtocolException;
import org.jets.node.jobs.ObserverSlot;

/** Passes the events of connections on, and tells the observer of their beginning and end. */
final class ObservedConnections implements ConnectionListener {
  private final ConnectionListener listener;
  private final ObserverSlot observer;

  ObservedConnections(ConnectionListener listener, ObserverSlot observer) {
    this.listener = listener;
    this.observer = observer;
  }

  @Override
  public void connected(Connection connection) {
    listener.connected(connection);
    observer.connected(connection.peer().name());
  }

  @Override
  public void received(Connection connection, ControlMessage message) throws ProtocolException {
    listener.received(connection, message);
  }

  @Override
  public void caughtUp(Connection connection) {
    listener.caughtUp(connection);
  }

  @Override
  public void disconnected(Connection connection) {
    try {
      listener.disconnected(connection);
    } finally {
      observer.disconnected(connection.peer().name());
    }
  }
}
