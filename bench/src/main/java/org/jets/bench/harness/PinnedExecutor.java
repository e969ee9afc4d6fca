package org.jets.bench.harness;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An executor of pinned threads for JMH. */
public final class PinnedExecutor extends ThreadPoolExecutor {
  /**
   * Called by JMH, by reflection.
   *
   * @param prefix of JMH's own thread names, not used
   */
  public PinnedExecutor(int maxThreads, String prefix) {
    super(
        maxThreads,
        maxThreads,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        PinnedThreads.factory());
  }
}
