package org.jets.bench.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/** Calls of a table with a bound of objects, beside Caffeine's. */
public final class CacheComparisons {
  private static final Structure CAFFEINE = new Structure("Caffeine", Origin.OTHER);
  private static final double GET_GOAL = 0.7;

  private CacheComparisons() {}

  /** Returns the comparisons in the order of the report. */
  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (int threads : new int[] {1, 2}) {
      Goal goal = Goal.speedupOfAtLeast(GET_GOAL);
      all.add(compare("get", threads, "tableLookup", "caffeineGet", goal));
    }
    for (int threads : new int[] {1, 2}) {
      all.add(compare("put", threads, "tableInsert", "caffeinePut", Goal.ANY_SPEEDUP));
    }
    return all;
  }

  private static Comparison compare(
      String workload, int threads, String ours, String rival, Goal goal) {
    return new Comparison(
        workload,
        threads == 1 ? "1 thread" : threads + " threads",
        trial(ours, threads),
        CAFFEINE,
        trial(rival, threads),
        goal);
  }

  private static Trial trial(String method, int threads) {
    return new Trial(CacheBenchmark.class, method, Map.of(), threads);
  }
}
