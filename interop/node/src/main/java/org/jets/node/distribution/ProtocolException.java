package org.jets.node.distribution;

import java.io.IOException;

/**
 * Tells that the other node has broken the protocol, or exceeded a limit. Its connection is closed.
 */
public final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1;

  /** Creates an exception. The message says what was expected and contains no data of the peer. */
  public ProtocolException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public ProtocolException(String message, Throwable cause) {
    super(message, cause);
  }
}
