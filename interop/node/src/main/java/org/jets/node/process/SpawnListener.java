package org.jets.node.process;

import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * Hears what has become of a request to spawn a process on another node: first one of {@link
 * #spawned} and {@link #refused}; after {@link #spawned}, if the request asks for a monitor, {@link
 * #down}. All are called by the thread that reads from that node or that found it gone, and must
 * not wait.
 */
public interface SpawnListener extends Watch {
  /** The process is there. */
  void spawned(Pid process);

  /** There is no process, and will be none; {@code noconnection} if its node is gone. */
  void refused(Term reason);
}
