package org.jets.bench.maps;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * The slowest single put while a map grows to ten million keys: what one caller has to wait for a
 * resize. A put during which a collection ended is left out. Whatever else stops a thread is in it,
 * so of several runs the best counts.
 */
public final class SlowestPut {
  private static final int KEYS = 10_000_000;
  private static final int RUNS = 3;
  private static final Object VALUE = 1;

  /** Below this, a put is not worth asking whether the collector ran. */
  private static final long SHORT_NANOS = 20_000;

  private SlowestPut() {}

  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Slowest put while growing to %,d keys, without collections, best of %d runs:",
            KEYS,
            RUNS));
    long rival = best(MeasuredMap.CONCURRENT_HASH_MAP);
    for (MeasuredMap map : MeasuredMap.ours()) {
      long nanos = best(map);
      lines.add(
          String.format(
              Locale.ROOT,
              "%-36s %12s  CHM %12s  %s",
              map.title(),
              micros(nanos),
              micros(rival),
              nanos < rival ? "below it: reached" : "missed"));
    }
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%,.0f us", nanos / 1e3);
  }

  private static long best(MeasuredMap map) {
    long best = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      best = Math.min(best, slowest(map.newMap()));
    }
    return best;
  }

  private static long slowest(MapAccess map) {
    long slowest = 0;
    long collections = collections();
    for (long key = 0; key < KEYS; key++) {
      long spread = key * 0x9e37_79b9_7f4a_7c15L;
      long start = System.nanoTime();
      map.put(spread, VALUE);
      long nanos = System.nanoTime() - start;
      if (nanos > SHORT_NANOS) {
        long now = collections();
        slowest = now == collections ? Math.max(slowest, nanos) : slowest;
        collections = now;
      }
    }
    return slowest;
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
