package org.jets.observe;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jets.ets.observe.CallSampler;

/**
 * Opens the windows of a {@link CallSampler}, one in each second, in a thread of its own. The
 * moment in the second is random, so that work with a period of its own is not always met at the
 * same point. Errors, such as the lack of memory, end a window and not the thread.
 */
final class CallWindows implements AutoCloseable {
  private static final long PERIOD_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private final CallSampler sampler;
  private final Thread thread = new Thread(this::run, "jets-observe-calls");

  CallWindows(CallSampler sampler) {
    this.sampler = sampler;
    thread.setDaemon(true);
  }

  /** Starts the thread. */
  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        window();
      }
    } catch (InterruptedException e) {
      // It is closed.
    }
  }

  private void window() throws InterruptedException {
    long closedMillis = PERIOD_MILLIS - CallSampler.WINDOW_MILLIS;
    long before = ThreadLocalRandom.current().nextLong(closedMillis + 1);
    Thread.sleep(before);
    try {
      sampler.openWindow();
      Thread.sleep(CallSampler.WINDOW_MILLIS);
    } catch (OutOfMemoryError e) {
      // The next window may have enough.
    } finally {
      closeWindow();
    }
    Thread.sleep(closedMillis - before);
  }

  private void closeWindow() {
    try {
      sampler.closeWindow();
    } catch (OutOfMemoryError e) {
      // The calls are timed until the next window ends.
    }
  }

  /** Ends the thread, soon after. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
