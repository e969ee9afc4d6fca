package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates the daemon threads of one pool of a node, named after it. They log the error that ends
 * them.
 */
final class NodeThreads implements ThreadFactory {
  private static final Logger LOG = System.getLogger("org.jets.node");

  private final String prefix;
  private final AtomicInteger count = new AtomicInteger();

  NodeThreads(String name) {
    prefix = "jets-" + name + "-";
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, prefix + count.incrementAndGet());
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((failed, error) -> log(error));
    return thread;
  }

  private static void log(Throwable error) {
    try {
      LOG.log(Level.ERROR, "a task of the node failed", error);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to report it; the pool creates another thread.
    }
  }
}
