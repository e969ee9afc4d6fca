package org.jets.node;

import java.util.concurrent.CompletableFuture;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ConnectionListener;
import org.jets.node.distribution.Distribution;
import org.jets.terms.Atom;

/** The transport by Erlang distribution, over sockets. */
record SocketTransport(Distribution distribution) implements NodeTransport {
  @Override
  public Atom node() {
    return distribution.node();
  }

  @Override
  public int creation() {
    return distribution.creation();
  }

  @Override
  public int port() {
    return distribution.port();
  }

  @Override
  public long readBytes() {
    return distribution.readBytes();
  }

  @Override
  public long writtenBytes() {
    return distribution.writtenBytes();
  }

  @Override
  public void serve(ConnectionListener listener) {
    distribution.serve(listener);
  }

  @Override
  public CompletableFuture<Connection> connect(Atom node) {
    return distribution.connect(node);
  }

  @Override
  public void close() {
    distribution.close();
  }
}
