package org.jets.ets.durable;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A task with files on a thread of its own, since an interrupt of a thread closes the channel that
 * it uses. The thread that runs it waits for its end; an interrupt meanwhile is kept.
 *
 * @param <T> the result
 */
final class UninterruptedTask<T> {
  /** The steps of a task. */
  @FunctionalInterface
  interface Steps<T> {
    T run() throws IOException;
  }

  private final Steps<T> steps;
  private @Nullable T result;
  private @Nullable Throwable error;

  private UninterruptedTask(Steps<T> steps) {
    this.steps = steps;
  }

  /** Runs a task, and returns its result or throws its error. */
  static <T> T run(String threadName, Steps<T> steps) throws IOException {
    UninterruptedTask<T> task = new UninterruptedTask<>(steps);
    Thread thread = new Thread(null, task::make, threadName, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
    awaitEnd(thread);
    return task.end();
  }

  private void make() {
    try {
      result = steps.run();
    } catch (Throwable e) {
      error = e;
    }
  }

  private static void awaitEnd(Thread thread) {
    boolean isInterrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private T end() throws IOException {
    Throwable thrown = error;
    if (thrown instanceof IOException e) {
      throw e;
    }
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    T made = result;
    if (made == null) {
      throw new IllegalStateException("task without a result", thrown);
    }
    return made;
  }
}
