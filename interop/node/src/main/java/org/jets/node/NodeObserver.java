package org.jets.node;

/**
 * Is told of what happens in a node: see {@link ErlangNode#observe}. Whatever its methods throw is
 * ignored, so that no observer changes the node.
 */
public interface NodeObserver {
  /**
   * Tells that the function of a call begins. Called by the thread that runs it, with nothing
   * locked.
   *
   * @return an action that runs once, in the same thread, when the function has ended in any way
   */
  default Runnable callBegins(IncomingCall call) {
    return () -> {};
  }

  /**
   * Tells that something is refused to a node because a limit is reached, as the log does. Called
   * often if a node goes on to exceed its limit; must return at once.
   *
   * @param node the other node
   * @param limit the exhausted resource, and the option that sets its limit
   * @param bound the limit
   */
  default void refused(String node, String limit, String bound) {}

  /** Tells that a node is connected. Called by the thread that reads from it; must not wait. */
  default void connected(String node) {}

  /** Tells that a connection is closed. Called by the thread that read from it; must not wait. */
  default void disconnected(String node) {}
}
