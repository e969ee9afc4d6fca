package org.jets.node.process;

import java.util.concurrent.CompletableFuture;
import org.jets.node.distribution.Connection;
import org.jets.terms.Atom;

/** Connects with other nodes. */
@FunctionalInterface
public interface Connector {
  /**
   * Returns the connection with a node; connects if there is none. The listener of the connection
   * has been told of it, or will be.
   */
  CompletableFuture<? extends Connection> connect(Atom node);
}
