package org.jets.ets.durable;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The one thread of the JVM that compacts logs, one after the other. It ends when it has nothing to
 * do for a while. A log waits here at most once.
 */
final class BackgroundTasks {
  private static final long IDLE_SECONDS = 10;

  private static final ThreadPoolExecutor THREAD =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          BackgroundTasks::thread);

  static {
    THREAD.allowCoreThreadTimeOut(true);
  }

  private BackgroundTasks() {}

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "jets-log-compaction", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  static void add(Runnable task) {
    THREAD.execute(task);
  }
}
