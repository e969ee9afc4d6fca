package org.jets.node.distribution;

/** What the threads of a node have in common: they are daemons, and their names begin alike. */
final class Threads {
  static final String PREFIX = "jets-";

  private Threads() {}

  /** Returns a thread that has not been started. */
  static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, PREFIX + name);
    thread.setDaemon(true);
    return thread;
  }

  static Thread start(String name, Runnable task) {
    Thread thread = daemon(name, task);
    thread.start();
    return thread;
  }

  /** Waits for a thread's end, unless that is the current one. Keeps an interrupt for later. */
  static void join(Thread thread) {
    if (thread == Thread.currentThread()) {
      return;
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
