package org.jets.bench.observed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/** Calls of tables with the live page and the meters, beside the same calls without them. */
public final class ObservedComparisons {
  /** The most time that a call may take of that without an observer. */
  private static final double MOST = 1.03;

  private static final Structure UNOBSERVED = new Structure("unobserved", Origin.JETS);

  private ObservedComparisons() {}

  /** Returns the comparisons in the order of the report. */
  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (String type : List.of("SET", "ORDERED_SET")) {
      for (String call : List.of("lookup", "insert", "updateCounter", "select")) {
        for (int threads : List.of(1, 2)) {
          all.add(comparison(call, type, threads));
        }
      }
    }
    return all;
  }

  private static Comparison comparison(String call, String type, int threads) {
    return new Comparison(
        call,
        type + " by " + threads,
        trial(call, type, threads, true),
        UNOBSERVED,
        trial(call, type, threads, false),
        Goal.timeOfAtMost(MOST));
  }

  private static Trial trial(String call, String type, int threads, boolean isObserved) {
    Map<String, String> parameters = Map.of("type", type, "observed", Boolean.toString(isObserved));
    return new Trial(ObservedBenchmark.class, call, parameters, threads);
  }
}
