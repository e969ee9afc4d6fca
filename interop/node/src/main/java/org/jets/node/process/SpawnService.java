package org.jets.node.process;

import org.jets.node.distribution.ControlMessage;

/** Makes the processes that other nodes ask for. */
@FunctionalInterface
public interface SpawnService {
  /**
   * Answers with exactly one reply, before any other signal of the new process. Called by the
   * thread that reads from the other node; must not wait.
   */
  void spawn(Session session, ControlMessage.SpawnRequest request);
}
