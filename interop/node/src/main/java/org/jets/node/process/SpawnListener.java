package org.jets.node.process;

import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * Receives the outcome of a request to spawn a process on another node. First one of {@link
 * #spawned} and {@link #refused} is called. After {@link #spawned}, {@link #down} follows if the
 * request asks for a monitor. The thread that reads from that node makes the calls, or the one that
 * found it gone. They must not wait.
 */
public interface SpawnListener extends MonitorListener {
  /** Tells that the process exists. */
  void spawned(Pid process);

  /** Tells that there is no process, and will be none; {@code noconnection} if its node is gone. */
  void refused(Term reason);
}
