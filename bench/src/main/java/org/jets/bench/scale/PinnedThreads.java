package org.jets.bench.scale;

import java.util.concurrent.ThreadFactory;

/** The worker threads of this JVM. */
public final class PinnedThreads {
  private PinnedThreads() {}

  /**
   * Returns a factory whose first thread is pinned to the first processor that the runner's policy
   * names, the second to the second, and so on round and round; not pinned where there is no
   * policy. The threads are daemons.
   */
  public static ThreadFactory factory() {
    return task -> {
      Thread thread = new Thread(task, "worker");
      thread.setDaemon(true);
      return thread;
    };
  }
}
