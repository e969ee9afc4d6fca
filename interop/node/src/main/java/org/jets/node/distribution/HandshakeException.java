package org.jets.node.distribution;

import java.io.IOException;

/** Tells that one of the two nodes has refused the connection, without a breach of protocol. */
final class HandshakeException extends IOException {
  private static final long serialVersionUID = 1;

  /** True if the other node refuses because it is itself connecting with this one. */
  private final boolean simultaneous;

  HandshakeException(String message) {
    this(message, false);
  }

  HandshakeException(String message, boolean simultaneous) {
    super(message);
    this.simultaneous = simultaneous;
  }

  boolean isSimultaneous() {
    return simultaneous;
  }
}
