package org.jets.node.distribution;

/** What the threads of a node have in common: they are daemons, and their names begin alike. */
final class Threads {
  private Threads() {}

  static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, "jets-" + name);
    thread.setDaemon(true);
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
