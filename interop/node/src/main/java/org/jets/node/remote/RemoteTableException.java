package org.jets.node.remote;

/**
 * A call on a table of another node has not been answered with a result or an error of {@code ets}:
 * the node is gone ({@link NodeDownException}), did not answer in time ({@link
 * RemoteTimeoutException}), has answered with something else, or the thread that waited was
 * interrupted, and is still marked so. Whether the call was made, and what it changed, is not
 * known.
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
