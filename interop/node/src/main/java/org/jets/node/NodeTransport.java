package org.jets.node;

import org.jets.node.distribution.ConnectionListener;
import org.jets.node.process.Connector;
import org.jets.terms.Atom;

/** The connection of a node with others; it has the node's name. */
interface NodeTransport extends Connector, AutoCloseable {
  /** Returns the node's name. */
  Atom node();

  /** Returns which incarnation of the node this is, unsigned. */
  int creation();

  /** Returns the port at which other nodes reach this one; 0 if they cannot. */
  int port();

  /** Returns how many bytes have come over connections so far; 0 if they are not counted. */
  default long readBytes() {
    return 0;
  }

  /** Returns how many bytes have been sent over connections; 0 if they are not counted. */
  default long writtenBytes() {
    return 0;
  }

  /** Starts to accept and make connections. */
  void serve(ConnectionListener listener);

  /** Closes all connections. The listener has been told of that when this returns. */
  @Override
  void close();
}
