package org.jets.bench.maps;

import static org.jets.bench.maps.MeasuredMap.CONCURRENT_HASH_MAP;
import static org.jets.bench.maps.MeasuredMap.LONG_SPLIT_ORDERED;
import static org.jets.bench.maps.MeasuredMap.NON_BLOCKING_HASH_MAP;
import static org.jets.bench.maps.MeasuredMap.NON_BLOCKING_HASH_MAP_LONG;
import static org.jets.bench.maps.MeasuredMap.SPLIT_ORDERED;
import static org.jets.bench.maps.MeasuredMap.STRIPED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;
import org.jets.bench.peers.Workload;

/** Our maps beside the JDK's and JCTools'; the best of several rivals has to be met. */
public final class MapComparisons {
  private static final List<MeasuredMap> OURS = List.of(SPLIT_ORDERED, STRIPED, LONG_SPLIT_ORDERED);
  private static final List<MeasuredMap> JDK = List.of(CONCURRENT_HASH_MAP);
  private static final List<MeasuredMap> BOTH = List.of(CONCURRENT_HASH_MAP, NON_BLOCKING_HASH_MAP);

  /**
   * Calls on a map.
   *
   * @param goals for each of ours, in their order
   */
  private record Workload(
      String title,
      int range,
      int present,
      int updates,
      List<MeasuredMap> rivals,
      List<Double> goals) {

    Trial trial(MeasuredMap map, int threads) {
      Map<String, String> parameters =
          Map.of(
              "map", map.name(),
              "range", Integer.toString(range),
              "present", Integer.toString(present),
              "updates", Integer.toString(updates));
      return new Trial(MapBenchmark.class, "call", parameters, threads);
    }

    Trial trialOfStrings(MeasuredMap map, int threads) {
      Map<String, String> parameters =
          Map.of(
              "map", map.name(),
              "range", Integer.toString(range),
              "present", Integer.toString(present));
      return new Trial(StringKeyBenchmark.class, "get", parameters, threads);
    }
  }

  private static final List<Workload> CALLS =
      List.of(
          new Workload("get, 2^20", 1 << 21, 1 << 20, 0, JDK, List.of(1.1, 1.0, 1.5)),
          new Workload("get, 1,000", 1000, 1000, 0, JDK, List.of(1.0, 0.9, 1.2)),
          new Workload("99 % get", 1 << 21, 1 << 20, 1, BOTH, List.of(1.2, 1.0, 1.4)),
          new Workload("90 % get", 1 << 21, 1 << 20, 10, BOTH, List.of(1.2, 1.0, 1.4)),
          new Workload("50 % get", 1 << 21, 1 << 20, 50, BOTH, List.of(1.2, 1.0, 1.4)));

  /** Gets with strings, which the map of longs does not take. */
  private static final List<Workload> STRINGS =
      List.of(
          new Workload("String 2^20", 1 << 21, 1 << 20, 0, BOTH, List.of(1.1, 1.0)),
          new Workload("String 1,000", 1000, 1000, 0, BOTH, List.of(1.0, 0.9)));

  private static final Workload HOT_KEYS =
      new Workload("16 keys", 16, 8, 100, BOTH, List.of(1.0, 0.7, 1.0));

  private MapComparisons() {}

  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (Workload workload : CALLS) {
      addCalls(all, workload, 1);
      addCalls(all, workload, 2);
    }
    for (Workload workload : STRINGS) {
      addStrings(all, workload, 1);
      addStrings(all, workload, 2);
    }
    addCalls(all, HOT_KEYS, 2);
    addWhole(all, "build, 2^20", "buildAll", List.of(1.2, 1.0, 1.5));
    addWhole(all, "walk, 2^20", "walk", List.of(2.0, 2.0, 2.0));
    return all;
  }

  private static void addCalls(List<Comparison> all, Workload workload, int threads) {
    String title = workload.title() + " x" + threads;
    for (int i = 0; i < OURS.size(); i++) {
      MeasuredMap ours = OURS.get(i);
      Goal goal = Goal.speedupOfAtLeast(workload.goals().get(i));
      for (MeasuredMap rival : workload.rivals()) {
        all.add(
            comparison(
                title,
                ours,
                workload.trial(ours, threads),
                rival,
                workload.trial(rival, threads),
                goal));
      }
    }
    Trial longs = workload.trial(LONG_SPLIT_ORDERED, threads);
    Trial rival = workload.trial(NON_BLOCKING_HASH_MAP_LONG, threads);
    all.add(
        comparison(
            title, LONG_SPLIT_ORDERED, longs, NON_BLOCKING_HASH_MAP_LONG, rival, Goal.ANY_SPEEDUP));
  }

  private static void addStrings(List<Comparison> all, Workload workload, int threads) {
    for (int i = 0; i < workload.goals().size(); i++) {
      MeasuredMap ours = OURS.get(i);
      for (MeasuredMap rival : workload.rivals()) {
        all.add(
            comparison(
                workload.title() + " x" + threads,
                ours,
                workload.trialOfStrings(ours, threads),
                rival,
                workload.trialOfStrings(rival, threads),
                rival == CONCURRENT_HASH_MAP
                    ? Goal.speedupOfAtLeast(workload.goals().get(i))
                    : Goal.ANY_SPEEDUP));
      }
    }
  }

  private static void addWhole(
      List<Comparison> all, String title, String method, List<Double> goals) {
    for (int i = 0; i < OURS.size(); i++) {
      all.add(
          comparison(
              title,
              OURS.get(i),
              whole(method, OURS.get(i)),
              CONCURRENT_HASH_MAP,
              whole(method, CONCURRENT_HASH_MAP),
              Goal.speedupOfAtLeast(goals.get(i))));
    }
  }

  private static Trial whole(String method, MeasuredMap map) {
    return new Trial(MapBenchmark.class, method, Map.of("map", map.name()), 1);
  }

  private static Comparison comparison(
      String title, MeasuredMap ours, Trial trial, MeasuredMap rival, Trial rivals, Goal goal) {
    return new Comparison(title + ", " + ours.title(), trial, rival.title(), rivals, goal, false);
  }
}
