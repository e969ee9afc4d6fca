package org.jets.node.services;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * What a service of a node can do with the processes of all nodes. Safe for use by many threads.
 */
public interface Processes {
  /** Returns the name of this node. */
  Atom node();

  /** Returns which incarnation of this node this is, unsigned. */
  int creation();

  /** Returns a pid of this node that no process has had, for an owner of tables. */
  Pid newPid();

  /**
   * Sends a message to a process of a connected node; never waits. Messages that one thread sends,
   * and the answer to the call of that node that it serves, are written in that order. While the
   * node is behind with reading, messages for it are kept until it has caught up. A process that is
   * not there, or whose node is not connected, gets nothing.
   */
  void send(Pid to, Term message);

  /**
   * Watches a process of another node.
   *
   * @param down called once, with the reason, when it has ended or its node is gone, and at once if
   *     that is so already; by the thread that reads from that node before it reads on, so that
   *     whatever that node sends later is served after this has returned
   */
  Reference monitor(Pid process, Consumer<? super Term> down);

  /** Returns the node for which a process works: its own, or that for which it runs a call. */
  default Atom nodeServedBy(Pid process) {
    return process.node();
  }

  /** Takes a {@link #monitor} back; nothing if it is over. */
  void demonitor(Reference monitor);

  /**
   * Asks a process' node whether the process is alive. The answer is false if it is not, if its
   * node cannot be reached, and if that node does not answer in time.
   */
  CompletableFuture<Boolean> isAlive(Pid process, Duration bound);
}
