package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.PinnedThreads;
import org.jets.bench.harness.Samples;
import org.jets.collections.AdaptingTreeRegion;
import org.jets.collections.ContentionAdaptingTreeMap;

/**
 * Records how a ContentionAdaptingTreeMap splits and joins itself while the load moves from one
 * thread to many, to few keys, and back to one thread all over. Half of the operations insert and
 * half delete. Arguments: threads, range of the keys, milliseconds of each phase, milliseconds
 * between frames.
 */
public final class ShapeMeasurement implements ForkedMeasurement {
  private static final int MOST_FRAMES = 400;
  private static final int CLOCK_EVERY = 64;

  /** A phase of the load. */
  private enum Phase {
    ONE_THREAD(false, false),
    MANY_THREADS(true, false),
    HOT_RANGE(true, true),
    MANY_THREADS_AGAIN(true, false),
    ONE_THREAD_AGAIN(false, false);

    private final boolean many;
    private final boolean hot;

    Phase(boolean many, boolean hot) {
      this.many = many;
      this.hot = hot;
    }
  }

  private final ContentionAdaptingTreeMap<Long, Object> map = new ContentionAdaptingTreeMap<>();
  private int frames;
  private int mostBases;

  /** For the runner. */
  public ShapeMeasurement() {}

  @Override
  public void measure(List<String> arguments, Samples samples)
      throws InterruptedException, ExecutionException {
    int threads = Integer.parseInt(arguments.get(0));
    int range = Integer.parseInt(arguments.get(1));
    long phaseMillis = Long.parseLong(arguments.get(2));
    long frameMillis = Long.parseLong(arguments.get(3));
    new Random(7)
        .ints(0, range)
        .distinct()
        .limit(range / 2)
        .forEach(key -> map.put((long) key, KeyedMap.VALUE));
    ExecutorService pool = Executors.newFixedThreadPool(threads, PinnedThreads.factory());
    long start = System.nanoTime();
    try {
      for (Phase phase : Phase.values()) {
        run(phase, phase.many ? threads : 1, range, phaseMillis, frameMillis, start, pool, samples);
      }
    } finally {
      pool.shutdownNow();
    }
    samples.sample(mostBases);
  }

  private void run(
      Phase phase,
      int threads,
      int range,
      long phaseMillis,
      long frameMillis,
      long start,
      ExecutorService pool,
      Samples samples)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(phaseMillis);
    int from = phase.hot ? range / 2 : 0;
    int to = phase.hot ? range / 2 + Math.max(1, range / 100) : range;
    List<Future<?>> workers = new ArrayList<>();
    SplittableRandom seeds = new SplittableRandom();
    for (int i = 0; i < threads; i++) {
      SplittableRandom random = seeds.split();
      workers.add(pool.submit(() -> update(from, to, random, deadline)));
    }
    do {
      record(phase, threads, range, start, samples);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(frameMillis));
    } while (System.nanoTime() - deadline < 0);
    for (Future<?> worker : workers) {
      worker.get();
    }
  }

  private void record(Phase phase, int threads, int range, long start, Samples samples) {
    List<AdaptingTreeRegion<Long>> regions = map.regions();
    mostBases = Math.max(mostBases, regions.size());
    if (frames < MOST_FRAMES) {
      frames++;
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      samples.side(Frames.line(millis, phase.name(), threads, range, regions));
    }
  }

  private void update(int from, int to, SplittableRandom random, long deadline) {
    do {
      for (int i = 0; i < CLOCK_EVERY; i++) {
        long key = random.nextInt(from, to);
        if (random.nextBoolean()) {
          map.put(key, KeyedMap.VALUE);
        } else {
          map.remove(key);
        }
      }
    } while (System.nanoTime() - deadline < 0);
  }
}
