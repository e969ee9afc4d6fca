package org.jets.testkit.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;

/**
 * Random operations of several threads on one map, half of them with a fault of a random kind at a
 * random place. Each thread has keys of its own: after a fault a key has the value from before or
 * after, which is then the known one. All count in a shared key. Between rounds the threads stand
 * still, and the map is validated and compared with what they know.
 */
final class FaultSoak {
  private static final int KEYS_OF_A_THREAD = 150;
  private static final int CALLS_OF_A_ROUND = 400;
  private static final int FARTHEST_FAULT = 60;
  private static final int SHARED = -1;

  private final String name;
  private final FaultedMap kind;
  private final ConcurrentMap<Object, FaultValue> map;
  private final FaultTally tally;
  private final List<Worker> workers = new ArrayList<>();
  private final CyclicBarrier barrier;
  private final long end;
  private boolean isOver;

  private FaultSoak(
      String name, FaultedMap kind, int threads, long millis, long seed, FaultTally tally) {
    this.name = name;
    this.kind = kind;
    this.map = kind.newMap();
    this.tally = tally;
    this.end = System.nanoTime() + millis * 1_000_000;
    for (int number = 0; number < threads; number++) {
      workers.add(new Worker(number, threads, seed + number));
    }
    barrier = new CyclicBarrier(threads, this::check);
  }

  /**
   * Runs for a time in all.
   *
   * @param kinds the map with each kind of keys
   */
  static void run(
      String map, List<FaultedMap> kinds, int threads, long millis, long seed, FaultTally tally)
      throws InterruptedException {
    for (FaultedMap kind : kinds) {
      FaultSoak soak = new FaultSoak(map, kind, threads, millis / kinds.size(), seed, tally);
      soak.workers.forEach(worker -> tally.abandonWith(worker.fuse));
      soak.run();
    }
  }

  private void run() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Worker worker : workers) {
      Thread thread = new FaultPoints.Fused(worker, "soak of " + name);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void damaged(int counter, String what) {
    tally.damaged(counter, kind + ": " + what);
    isOver = true;
  }

  /** In the last thread of a round, while the others wait. */
  private void check() {
    tally.progressed();
    try {
      kind.validate(map);
    } catch (FaultPoints.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      damaged(FaultTally.counterOf(e), e.toString());
    }
    Map<Integer, Integer> found = new HashMap<>();
    map.forEach((key, value) -> found.put(FaultKey.number(key), value.number()));
    long expected = found.containsKey(SHARED) ? 1 : 0;
    long least = 0;
    long most = 0;
    for (Worker worker : workers) {
      least += worker.counted;
      most += worker.counted + worker.uncertain;
      for (int i = 0; i < KEYS_OF_A_THREAD; i++) {
        Integer known = worker.model[i];
        expected += known == null ? 0 : 1;
        int number = worker.number(i);
        FaultValue got = map.get(kind.key(number));
        if (!Objects.equals(found.get(number), known)
            || !Objects.equals(got == null ? null : (Integer) got.number(), known)) {
          damaged(
              FaultTally.LOST,
              "key "
                  + number
                  + ": "
                  + found.get(number)
                  + ", got "
                  + got
                  + " (expected: "
                  + known
                  + ")");
        }
      }
    }
    int shared = found.getOrDefault(SHARED, 0);
    if (shared < least || shared > most) {
      damaged(
          FaultTally.LOST,
          "shared count: " + shared + " (expected: " + least + " to " + most + ")");
    }
    if (kind.mappingCount(map) != expected || found.size() != expected) {
      damaged(
          FaultTally.MISCOUNTED,
          "mappings: "
              + found.size()
              + ", count "
              + kind.mappingCount(map)
              + " (expected: "
              + expected
              + ")");
    }
    isOver |= System.nanoTime() - end >= 0;
  }

  private final class Worker implements Runnable {
    private final int number;
    private final int threads;
    private final SplittableRandom random;
    private final FaultPoints.Fuse fuse = new FaultPoints.Fuse();

    /** The value of each own key, null where it is absent. */
    private final @Nullable Integer[] model = new Integer[KEYS_OF_A_THREAD];

    private long counted;

    /** Increments that threw. */
    private long uncertain;

    private long injected;

    Worker(int number, int threads, long seed) {
      this.number = number;
      this.threads = threads;
      this.random = new SplittableRandom(seed);
    }

    int number(int i) {
      return i * threads + number;
    }

    @Override
    public void run() {
      fuse.attach();
      try {
        do {
          boolean grows = random.nextBoolean();
          for (int call = 0; call < CALLS_OF_A_ROUND; call++) {
            call(random.nextInt(KEYS_OF_A_THREAD), grows);
          }
          barrier.await();
        } while (!isOver);
      } catch (InterruptedException | BrokenBarrierException e) {
        // The run has been given up.
      } catch (FaultPoints.Abandoned e) {
        barrier.reset();
      } catch (Throwable e) {
        damaged(FaultTally.UNSOUND, "without a fault: " + e);
        barrier.reset();
      }
      tally.add(FaultTally.INJECTED, injected);
    }

    private void call(int i, boolean grows) {
      Object key = kind.key(number(i));
      Integer old = model[i];
      int next = 1 + random.nextInt(1_000);
      FaultValue value = new FaultValue(next);
      Integer after;
      java.util.function.Supplier<@Nullable Object> operation;
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> {
          after = grows ? next : null;
          operation = grows ? () -> map.put(key, value) : () -> map.remove(key);
        }
        case 3 -> {
          after = old == null ? (Integer) next : old;
          operation = () -> map.putIfAbsent(key, value);
        }
        case 4 -> {
          after = old == null ? null : (Integer) next;
          operation = () -> map.replace(key, value);
        }
        case 5 -> {
          after = null;
          FaultValue present = new FaultValue(old == null ? 0 : old);
          operation = () -> map.remove(key, present);
        }
        case 6 -> {
          after = old == null ? null : (Integer) next;
          FaultValue present = new FaultValue(old == null ? 0 : old);
          operation = () -> map.replace(key, present, value);
        }
        case 7 -> {
          after = grows ? next : null;
          operation =
              () ->
                  map.compute(
                      key,
                      (k, v) -> {
                        FaultPoints.callback();
                        return grows ? value : null;
                      });
        }
        case 8 -> {
          after = old == null ? (Integer) next : null;
          operation =
              () ->
                  map.merge(
                      key,
                      value,
                      (a, b) -> {
                        FaultPoints.callback();
                        return null;
                      });
        }
        case 9 -> {
          after = old;
          operation = () -> map.get(key);
        }
        case 10 -> {
          after = old;
          boolean walks = random.nextInt(16) == 0;
          operation =
              () -> {
                if (!walks) {
                  return map.containsKey(key);
                }
                long[] sum = new long[1];
                map.forEach((k, v) -> sum[0] += v.number());
                return sum[0];
              };
        }
        default -> {
          increment();
          return;
        }
      }
      if (isDone(operation)) {
        model[i] = after;
        return;
      }
      FaultValue now = map.get(key);
      Integer present = now == null ? null : (Integer) now.number();
      if (!Objects.equals(present, old) && !Objects.equals(present, after)) {
        damaged(
            FaultTally.LOST,
            "key " + key + ": " + present + " (expected: " + old + " or then " + after + ")");
      }
      model[i] = present;
    }

    private void increment() {
      FaultValue one = new FaultValue(1);
      Object key = kind.key(SHARED);
      if (isDone(() -> map.merge(key, one, (a, b) -> new FaultValue(a.number() + b.number())))) {
        counted++;
      } else {
        uncertain++;
      }
    }

    private boolean isDone(java.util.function.Supplier<@Nullable Object> operation) {
      if (random.nextBoolean()) {
        Object unused = operation.get();
        return true;
      }
      FaultKind[] kinds = FaultKind.values();
      FaultKind fault = kinds[random.nextInt(kinds.length)];
      int k = 1 + random.nextInt(1 + random.nextInt(FARTHEST_FAULT));
      try {
        Object unused = fuse.call(fault, k, operation);
        injected += fuse.isFired() ? 1 : 0;
        return true;
      } catch (FaultPoints.Abandoned e) {
        throw e;
      } catch (Throwable t) {
        if (!fuse.isFired()) {
          damaged(FaultTally.UNSOUND, "without a fault: " + t);
        }
        injected++;
        return false;
      }
    }
  }
}
