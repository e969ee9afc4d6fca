package org.jets.node.process;

import org.jets.node.distribution.ControlMessage;

/** Creates the processes that other nodes ask for. */
@FunctionalInterface
public interface SpawnService {
  /**
   * Answers a request with exactly one reply, before any other signal of the new process. Called by
   * the thread that reads from the other node; must not wait.
   */
  void spawn(Session session, ControlMessage.SpawnRequest request);

  /**
   * Called when a node has read so much that it is no longer {@linkplain Session#isBehind behind}.
   * Called by any thread; must not wait.
   */
  default void caughtUp(Session session) {}

  /** Called when a session has ended. Must not wait. */
  default void disconnected(Session session) {}
}
