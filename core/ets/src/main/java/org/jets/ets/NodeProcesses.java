package org.jets.ets;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a node as its tables see them. A node implements this interface, and {@linkplain
 * TableSpace#join joins} its tables. Many threads call its methods.
 */
public interface NodeProcesses {
  /** Returns a pid of this node that no process or owner has had. */
  Pid newPid();

  /**
   * Watches a process that may have tables. Does not block.
   *
   * @param ended run once when the process has ended or its node is gone, or soon if that is so
   *     already. Any thread may run it, also the calling one. It returns soon. Later requests of
   *     the process' node must be served after it has returned
   * @return an action that ends the watch; it does nothing if the watch has ended
   */
  Runnable monitor(Pid process, Runnable ended);

  /**
   * Asks the node of a {@linkplain #monitor monitored} process about it, and waits for the answer.
   * If the process had ended, its monitors have run by then.
   *
   * @return false if there is no answer
   */
  boolean isAnswered(Pid process);

  /**
   * Sends a message to a process. If this thread serves a call of a process of the same node, the
   * message arrives before the answer.
   */
  void send(Pid process, Tuple message);

  /** As {@link #send}, for a message about a change of a table. */
  default void sendChange(Pid process, Tuple message) {
    send(process, message);
  }

  /**
   * Returns whether so many messages wait for the node of a process that those about changes should
   * wait where they are bounded. By default that is never so.
   */
  default boolean isBehind(Pid process) {
    return false;
  }

  /**
   * Returns the node against whose {@link Quota} the tables of a process count. By default it is
   * the process' own node. It is another one if a process of this node works for a process of that
   * node.
   */
  default Atom accountedTo(Pid process) {
    return process.node();
  }

  /**
   * Counts one more record about a process. There is one for a process that has tables, is to get
   * some or keeps some fixed. There is also one for each table that it keeps fixed, and for each
   * subscription. Called by the thread of the call that causes it, which may serve another process.
   * By default there is no limit.
   *
   * @return an action that takes the count back, and does nothing when it is run again. Null if
   *     there would be too many records; then nothing is counted
   */
  default @Nullable Runnable remember(Pid process) {
    return () -> {};
  }

  /** Runs a task that may block soon, in a thread that may block. */
  void execute(Runnable task);

  /** As {@link #execute}, for tasks that deliver changes of tables and do not block. */
  default void deliver(Runnable task) {
    execute(task);
  }

  /** As {@link #deliver}, after a short while. */
  default void deliverLater(Runnable task) {
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS, this::deliver).execute(task);
  }
}
