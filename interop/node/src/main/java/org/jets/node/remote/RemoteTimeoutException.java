package org.jets.node.remote;

import java.time.Duration;

/** Tells that the node that has the table has not answered within {@link RemoteOptions#timeout}. */
public final class RemoteTimeoutException extends RemoteTableException {
  private static final long serialVersionUID = 1;

  RemoteTimeoutException(String node, String what, Duration timeout) {
    super(what + " on " + node + ": no answer (expected: one within " + timeout + ")");
  }
}
