package org.jets.node.process;

import org.jets.terms.Reference;
import org.jets.terms.Term;

/** Hears of the end of a process of another node that it monitors. */
@FunctionalInterface
public interface Watch {
  /**
   * Called once, unless the monitor is taken back before; by the thread that reads from the
   * process' node or that found it gone. Must not wait.
   *
   * @param target the pid or the name that is monitored
   * @param ref the monitor
   * @param reason why it has ended
   */
  void down(Term target, Reference ref, Term reason);
}
