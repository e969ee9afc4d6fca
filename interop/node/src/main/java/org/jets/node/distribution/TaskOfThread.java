package org.jets.node.distribution;

import org.jspecify.annotations.Nullable;

/**
 * Runs a task once and keeps nothing of it afterwards. A JDK may keep the task of a thread that has
 * ended for as long as the thread is reachable (JDK 25 does), and the task refers to a connection
 * and its socket.
 *
 * <p>For the one thread that it is made for; starting that thread makes the task visible to it.
 */
final class TaskOfThread implements Runnable {
  /** Null once it runs: the frame of {@link #run} alone keeps it then. */
  private @Nullable Runnable task;

  TaskOfThread(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    Runnable taken = task;
    task = null;
    if (taken != null) {
      taken.run();
    }
  }
}
