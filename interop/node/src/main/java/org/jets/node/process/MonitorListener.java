package org.jets.node.process;

import org.jets.terms.Reference;
import org.jets.terms.Term;

/** Receives the end of a process of another node that it monitors. */
@FunctionalInterface
public interface MonitorListener {
  /**
   * Called once, unless the monitor is removed before. The thread that reads from the process' node
   * calls this, or the one that found it gone. Must not wait.
   *
   * @param target the pid or the name that is monitored
   * @param ref the monitor
   * @param reason the exit reason
   */
  void down(Term target, Reference ref, Term reason);
}
