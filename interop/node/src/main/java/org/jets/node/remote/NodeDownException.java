package org.jets.node.remote;

/**
 * The node that has the table cannot be reached, or was lost while a call was under way; or the
 * process there has ended that acts for a {@link RemoteOwner}, as it does when the nodes lose each
 * other. What that process owned is gone or has passed to heirs, and its owner here is of no use
 * any more; other tables can be opened again, by another owner, as soon as the node is back.
 */
public final class NodeDownException extends RemoteTableException {
  private static final long serialVersionUID = 1;

  NodeDownException(String message, Throwable cause) {
    super(message, cause);
  }
}
