package org.jets.app.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that divide work among themselves. */
final class Workers implements AutoCloseable {
  private final int threads;
  private final ExecutorService executor;

  Workers(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  /** The processing of a part of the items. */
  interface Work<T> {
    void on(List<T> part) throws IOException;
  }

  int threads() {
    return threads;
  }

  /**
   * Processes each item in one thread, in parts of this size, which the threads take as they become
   * free. The first failure ends the work, and is thrown when all threads have stopped.
   */
  <T> void divide(List<T> items, int partSize, Work<? super T> work) throws IOException {
    AtomicInteger next = new AtomicInteger();
    runOnEach(
        () -> {
          int from;
          while ((from = next.getAndAdd(partSize)) < items.size()) {
            try {
              work.on(
                  Collections.unmodifiableList(
                      items.subList(from, Math.min(from + partSize, items.size()))));
            } catch (Throwable failure) {
              next.set(items.size());
              throw failure;
            }
          }
          return null;
        });
  }

  /** Runs a task once on each thread, and waits for all. */
  void runOnEach(Callable<?> task) throws IOException {
    List<Future<?>> results = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      results.add(executor.submit(task));
    }
    Throwable failure = null;
    for (Future<?> result : results) {
      try {
        result.get();
      } catch (ExecutionException e) {
        failure = failure == null ? e.getCause() : failure;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
