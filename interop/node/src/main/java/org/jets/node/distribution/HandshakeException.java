package org.jets.node.distribution;

import java.io.IOException;

/**
 * The other node has refused the connection, or this one the other, without a breach of protocol.
 */
final class HandshakeException extends IOException {
  private static final long serialVersionUID = 1;

  /** Whether the other node refuses because it is connecting with this one itself. */
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
