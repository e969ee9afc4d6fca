package org.jets.ets;

import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What the tables of a node need to know of processes: a node implements this, and {@linkplain
 * TableSpace#join joins} its tables. Its methods are called by many threads.
 */
public interface NodeProcesses {
  /** Returns a pid of this node that no process or owner has had. */
  Pid newPid();

  /**
   * Watches a process that may have tables. Does not wait.
   *
   * @param ended run once when the process has ended or its node is gone, and soon if that is so
   *     already, by any thread, this one too. It returns soon. Whatever the process' node asks for
   *     after that has to be served after it has returned
   * @return takes it back; does nothing if it is over
   */
  Runnable monitor(Pid process, Runnable ended);

  /**
   * Asks the node of a process that is {@linkplain #monitor monitored} about it, and waits for the
   * answer: if the process had ended, its monitors know that by then.
   *
   * @return false if there is no answer
   */
  boolean isAnswered(Pid process);

  /**
   * Sends a message to a process. If this thread serves a call of a process of the same node the
   * message gets there before the answer.
   */
  void send(Pid process, Tuple message);

  /**
   * Returns the node for which a process has its tables, whose {@link Quota} they count for: by
   * default the process' own. It is another where a process of this node works for one of another.
   */
  default Atom accountedTo(Pid process) {
    return process.node();
  }

  /**
   * Counts one thing more that tables remember of a process: once that it has tables, is to get
   * some or keeps some fixed, and once for each table that it keeps fixed. Called by the thread of
   * the call that leads to it, which may be one of another process. By default there is no limit.
   *
   * @return counts it no more, and does nothing when it is run again; null, and nothing is counted,
   *     if there would be too much
   */
  default @Nullable Runnable remember(Pid process) {
    return () -> {};
  }

  /** Does something soon that may wait, in a thread in which that is allowed. */
  void execute(Runnable task);
}
