package org.jets.node.distribution;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads of a node that make and serve connections. All of them end with the node. Safe for
 * use by many threads.
 *
 * <p>The set holds a thread from before its start until another thread has seen its end, not only
 * until the end of its task. So a thread that waits until the set is empty has waited for the
 * threads too.
 */
final class ConnectionThreads {
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /**
   * Starts a thread, and forgets those that have ended.
   *
   * @throws OutOfMemoryError if the system cannot start another thread
   */
  void start(String name, Runnable task) {
    forgetEnded();
    Thread thread = Threads.daemon(name, task);
    threads.add(thread);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      threads.remove(thread);
      throw e;
    }
  }

  /** Waits for the end of all threads, unless the current one is among them. */
  void join() {
    while (!threads.isEmpty() && !threads.contains(Thread.currentThread())) {
      threads.forEach(Threads::join);
      forgetEnded();
    }
  }

  private void forgetEnded() {
    threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
  }
}
