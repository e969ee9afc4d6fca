package org.jets.node.remote;

/**
 * Tells that the node that has the table cannot be reached, or was lost while a call was under way.
 * It may also tell that the process has ended that acts there for a {@link RemoteOwner}, as it does
 * when the nodes lose each other. The tables of that process are gone or have passed to heirs, and
 * its owner here is of no use any more. Once the node is back, another owner can open other tables
 * again.
 */
public final class NodeDownException extends RemoteTableException {
  private static final long serialVersionUID = 1;

  NodeDownException(String message, Throwable cause) {
    super(message, cause);
  }
}
