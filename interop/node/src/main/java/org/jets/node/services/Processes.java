package org.jets.node.services;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * The operations of a node's services on the processes of all nodes. Safe for use by many threads.
 */
public interface Processes {
  /** Returns the name of this node. */
  Atom node();

  /** Returns which incarnation of this node this is, unsigned. */
  int creation();

  /** Returns a pid of this node that no process has had, for an owner of tables. */
  Pid newPid();

  /**
   * Sends a message to a process of a connected node; never waits. The messages that one thread
   * sends are written in order, together with the answer to the call of that node that the thread
   * serves. While the node is behind with reading, messages for it are kept until it has caught up.
   * A message for a process that does not exist, or whose node is not connected, is dropped.
   */
  void send(Pid to, Term message);

  /**
   * Returns whether so much waits to be sent to the node of a process that it should get no more.
   */
  default boolean isBehind(Pid process) {
    return false;
  }

  /**
   * Waits, for a second at most, while so much waits to be sent to the node of a process.
   *
   * @return whether a message can be sent to it without taking the room of others
   */
  default boolean awaitRoom(Pid to, Term message) {
    return true;
  }

  /**
   * Watches a process of another node.
   *
   * @param down called once, with the reason, when the process has ended or its node is gone; at
   *     once if that is so already. The thread that reads from that node calls it before it reads
   *     on. So later requests of that node are served after this has returned
   */
  Reference monitor(Pid process, Consumer<? super Term> down);

  /** Returns the node for which a process works: its own, or that for which it runs a call. */
  default Atom nodeServedBy(Pid process) {
    return process.node();
  }

  /** Removes a {@link #monitor}; does nothing if it is over. */
  void demonitor(Reference monitor);

  /**
   * Asks a process' node whether the process is alive. The answer is also false if that node cannot
   * be reached, or does not answer in time.
   */
  CompletableFuture<Boolean> isAlive(Pid process, Duration bound);
}
