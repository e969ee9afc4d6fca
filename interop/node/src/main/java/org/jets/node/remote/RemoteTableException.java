package org.jets.node.remote;

/**
 * Tells that a call on a table of another node has not been answered with a result or an error of
 * {@code ets}. Either the node is gone ({@link NodeDownException}), did not answer in time ({@link
 * RemoteTimeoutException}), or has answered something else. Or the waiting thread was interrupted,
 * and is still marked so. Whether the call was made, and what it changed, is unknown.
 */
public class RemoteTableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RemoteTableException(String message) {
    super(message);
  }

  RemoteTableException(String message, Throwable cause) {
    super(message, cause);
  }
}
