package org.jets.node.distribution;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The threads of a node that make and serve connections: all of them end with the node. */
final class NodeThreads {
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /**
   * Starts a thread.
   *
   * @throws OutOfMemoryError if there cannot be one more
   */
  void start(String name, Runnable task) {
    Thread thread =
        Threads.daemon(
            name,
            () -> {
              try {
                task.run();
              } finally {
                threads.remove(Thread.currentThread());
              }
            });
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
    }
  }
}
