package org.jets.testkit.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Fills a map and empties it, over and over, by several threads with random calls. Each thread has
 * keys of its own and knows what each call must return; all count in a few keys that they share.
 * Between the cycles the map is compared with what the threads know, and its structure is checked.
 */
public final class Soak implements AutoCloseable {
  private static final int KEYS_OF_A_THREAD = 15_000;

  private final ConcurrentMap<Long, Long> map;
  private final LongSupplier mappingCount;
  private final Runnable validation;
  private final List<SoakWorker> workers = new ArrayList<>();
  private final ExecutorService executor;

  /**
   * Prepares threads.
   *
   * @param map an empty one
   * @param mappingCount the map's number of mappings
   * @param validation checks the map's inner structure, and throws if something is wrong
   */
  public Soak(
      ConcurrentMap<Long, Long> map,
      LongSupplier mappingCount,
      Runnable validation,
      int threads,
      long seed) {
    this.map = map;
    this.mappingCount = mappingCount;
    this.validation = validation;
    for (int n = 0; n < threads; n++) {
      workers.add(new SoakWorker(map, n, threads, KEYS_OF_A_THREAD, seed + n));
    }
    executor = Executors.newFixedThreadPool(threads);
  }

  /**
   * Runs whole cycles until the time has passed.
   *
   * @return how many
   * @throws AssertionError if the map is not as it has to be
   */
  public int run(long seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    int cycles = 0;
    do {
      cycle();
      cycles++;
    } while (System.nanoTime() - end < 0);
    return cycles;
  }

  /** Grows the map, checks it, and empties it but for the shared keys. */
  public void cycle() throws InterruptedException {
    for (int percent : new int[] {100, 60, 90, 0}) {
      all(worker -> worker.workUntil(percent));
      check();
    }
  }

  private interface Work {
    void of(SoakWorker worker);
  }

  private void all(Work work) throws InterruptedException {
    List<Future<?>> running = new ArrayList<>();
    workers.forEach(worker -> running.add(executor.submit(() -> work.of(worker))));
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
  }

  private void check() {
    validation.run();
    long expected = SoakWorker.SHARED_KEYS;
    for (SoakWorker worker : workers) {
      worker.checkOwn();
      expected += worker.present();
    }
    long seen = 0;
    long shared = 0;
    for (Map.Entry<Long, Long> entry : map.entrySet()) {
      seen++;
      shared += entry.getKey() < 0 ? entry.getValue() : 0;
    }
    long increments = workers.stream().mapToLong(SoakWorker::increments).sum();
    requireEqual("mappings", seen, expected);
    requireEqual("mappingCount", mappingCount.getAsLong(), expected);
    requireEqual("sum of the shared counters", shared, increments);
  }

  private static void requireEqual(String what, long actual, long expected) {
    if (actual != expected) {
      throw new AssertionError(what + ": " + actual + " (expected: " + expected + ")");
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
