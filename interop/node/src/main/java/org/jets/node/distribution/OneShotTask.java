package org.jets.node.distribution;

import org.jspecify.annotations.Nullable;

/**
 * Runs a task once and keeps no reference to it afterwards. A JDK may keep the task of an ended
 * thread for as long as the thread is reachable (JDK 25 does). The task refers to a connection and
 * its socket.
 *
 * <p>For one thread only; starting that thread makes the task visible to it.
 */
final class OneShotTask implements Runnable {
  /** Null once it runs: then only the frame of {@link #run} refers to it. */
  private @Nullable Runnable task;

  OneShotTask(Runnable task) {
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
