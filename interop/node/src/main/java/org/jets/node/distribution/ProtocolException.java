package org.jets.node.distribution;

import java.io.IOException;

/** The other node has broken the protocol, or gone beyond a limit; it loses its connection. */
public final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1;

  /** Makes one; the message says what was expected and has nothing of the peer's data in it. */
  public ProtocolException(String message) {
    super(message);
  }

  /** Makes one that another exception has caused. */
  public ProtocolException(String message, Throwable cause) {
    super(message, cause);
  }
}
