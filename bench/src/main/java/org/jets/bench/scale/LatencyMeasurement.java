package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.PinnedThreads;
import org.jets.bench.harness.Samples;
import org.jspecify.annotations.Nullable;

/**
 * Latencies of the operations of a mix while another thread {@linkplain Disturbance does something
 * else} to the structure. They include the reading of the clock, the system and the collector. Each
 * thread calls as soon as the call before has returned. Arguments: structure, mix, disturbance,
 * threads, range, milliseconds of warm-up, repetitions, milliseconds of each.
 */
public final class LatencyMeasurement implements ForkedMeasurement {
  private static final double[] PERCENTILES = {50, 75, 90, 99, 99.9, 99.99, 99.999};
  private static final double SAMPLED = 99.9;
  private static final int DIGITS = 3;
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  @SuppressWarnings("UnusedVariable") // Keeps results from being found useless.
  private volatile @Nullable Object sink;

  /** For the runner. */
  public LatencyMeasurement() {}

  @Override
  public void measure(List<String> arguments, Samples samples)
      throws InterruptedException, ExecutionException {
    Keyed keyed = KeyedStructures.newStructure(arguments.get(0));
    Disturbance disturbance = Disturbance.valueOf(arguments.get(2).toUpperCase(Locale.ROOT));
    int threads = Integer.parseInt(arguments.get(3));
    int range = Integer.parseInt(arguments.get(4));
    long warmup = Long.parseLong(arguments.get(5));
    int repetitions = Integer.parseInt(arguments.get(6));
    long millis = Long.parseLong(arguments.get(7));
    MixedLoad load = new MixedLoad(Mix.parse(arguments.get(1)), range, keyed);
    load.insertHalf();

    ExecutorService pool = Executors.newFixedThreadPool(threads + 1, PinnedThreads.factory());
    try {
      Histogram all = newHistogram();
      observe(pool, threads, keyed, load, disturbance, range, warmup);
      for (int i = 0; i < repetitions; i++) {
        Histogram one = observe(pool, threads, keyed, load, disturbance, range, millis);
        samples.sample((double) one.getValueAtPercentile(SAMPLED));
        all.add(one);
      }
      for (double percentile : PERCENTILES) {
        long nanos = all.getValueAtPercentile(percentile);
        samples.side(String.format(Locale.ROOT, "%s %d", number(percentile), nanos));
      }
      samples.side("100 " + all.getMaxValue());
    } finally {
      pool.shutdownNow();
    }
  }

  private static String number(double percentile) {
    return percentile == Math.rint(percentile)
        ? Long.toString((long) percentile)
        : Double.toString(percentile);
  }

  private static Histogram newHistogram() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  private Histogram observe(
      ExecutorService pool,
      int threads,
      Keyed keyed,
      MixedLoad load,
      Disturbance disturbance,
      int range,
      long millis)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    List<Future<Histogram>> observers = new ArrayList<>();
    SplittableRandom seeds = new SplittableRandom();
    for (int i = 0; i < threads; i++) {
      SplittableRandom random = seeds.split();
      observers.add(pool.submit(() -> observe(load, random, deadline)));
    }
    SplittableRandom random = seeds.split();
    Future<?> disturber =
        pool.submit(
            () -> {
              while (System.nanoTime() - deadline < 0) {
                disturbance.round(keyed, range, random);
              }
            });
    Histogram sum = newHistogram();
    for (Future<Histogram> observer : observers) {
      sum.add(observer.get());
    }
    disturber.get();
    return sum;
  }

  private Histogram observe(MixedLoad load, SplittableRandom random, long deadline) {
    Histogram histogram = newHistogram();
    long end;
    // Once at least: on a busy machine a thread may begin when the time is over.
    do {
      long number = random.nextLong();
      long start = System.nanoTime();
      sink = load.run(number);
      end = System.nanoTime();
      histogram.recordValue(Math.min(end - start, LONGEST_NANOS));
    } while (end - deadline < 0);
    return histogram;
  }
}
