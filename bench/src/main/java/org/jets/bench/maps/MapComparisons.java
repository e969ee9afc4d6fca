package org.jets.bench.maps;

import static org.jets.bench.maps.MeasuredMap.CONCURRENT_HASH_MAP;
import static org.jets.bench.maps.MeasuredMap.NON_BLOCKING_HASH_MAP;
import static org.jets.bench.maps.MeasuredMap.NON_BLOCKING_HASH_MAP_LONG;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;
import org.jets.bench.maps.MeasuredMap.Goals;

/** Our maps beside the JDK's and JCTools'; the best of several rivals has to be met. */
public final class MapComparisons {
  private static final List<MeasuredMap> JDK = List.of(CONCURRENT_HASH_MAP);
  private static final List<MeasuredMap> BOTH = List.of(CONCURRENT_HASH_MAP, NON_BLOCKING_HASH_MAP);

  /** Calls on a map. */
  private record Workload(
      String title,
      int range,
      int present,
      int updates,
      List<MeasuredMap> rivals,
      ToDoubleFunction<Goals> goal) {

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

    Goal goal(MeasuredMap ours) {
      return goalOf(ours, goal);
    }
  }

  private static final List<Workload> CALLS =
      List.of(
          new Workload("get, 2^20", 1 << 21, 1 << 20, 0, JDK, Goals::get),
          new Workload("get, 1,000", 1000, 1000, 0, JDK, Goals::getSmall),
          new Workload("99 % get", 1 << 21, 1 << 20, 1, BOTH, Goals::update),
          new Workload("90 % get", 1 << 21, 1 << 20, 10, BOTH, Goals::update),
          new Workload("50 % get", 1 << 21, 1 << 20, 50, BOTH, Goals::update));

  /** Gets with strings, which the maps of longs do not take. */
  private static final List<Workload> STRINGS =
      List.of(
          new Workload("String 2^20", 1 << 21, 1 << 20, 0, BOTH, Goals::get),
          new Workload("String 1,000", 1000, 1000, 0, BOTH, Goals::getSmall));

  private static final Workload HOT_KEYS =
      new Workload("16 keys", 16, 8, 100, BOTH, Goals::hotKeys);

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
    addWhole(all, "build, 2^20", "buildAll", Goals::build);
    addWhole(all, "walk, 2^20", "walk", Goals::walk);
    return all;
  }

  private static Goal goalOf(MeasuredMap ours, ToDoubleFunction<Goals> goal) {
    return Goal.speedupOfAtLeast(goal.applyAsDouble(Objects.requireNonNull(ours.goals())));
  }

  private static void addCalls(List<Comparison> all, Workload workload, int threads) {
    String title = workload.title() + " x" + threads;
    for (MeasuredMap ours : MeasuredMap.ours()) {
      Trial trial = workload.trial(ours, threads);
      for (MeasuredMap rival : workload.rivals()) {
        Trial rivals = workload.trial(rival, threads);
        all.add(comparison(title, ours, trial, rival, rivals, workload.goal(ours)));
      }
      if (ours.holdsLongs()) {
        Trial rivals = workload.trial(NON_BLOCKING_HASH_MAP_LONG, threads);
        all.add(
            comparison(title, ours, trial, NON_BLOCKING_HASH_MAP_LONG, rivals, Goal.ANY_SPEEDUP));
      }
    }
  }

  private static void addStrings(List<Comparison> all, Workload workload, int threads) {
    for (MeasuredMap ours : MeasuredMap.ours()) {
      if (ours.holdsLongs()) {
        continue;
      }
      for (MeasuredMap rival : workload.rivals()) {
        all.add(
            comparison(
                workload.title() + " x" + threads,
                ours,
                workload.trialOfStrings(ours, threads),
                rival,
                workload.trialOfStrings(rival, threads),
                rival == CONCURRENT_HASH_MAP ? workload.goal(ours) : Goal.ANY_SPEEDUP));
      }
    }
  }

  private static void addWhole(
      List<Comparison> all, String title, String method, ToDoubleFunction<Goals> goal) {
    for (MeasuredMap ours : MeasuredMap.ours()) {
      all.add(
          comparison(
              title,
              ours,
              whole(method, ours),
              CONCURRENT_HASH_MAP,
              whole(method, CONCURRENT_HASH_MAP),
              goalOf(ours, goal)));
    }
  }

  private static Trial whole(String method, MeasuredMap map) {
    return new Trial(MapBenchmark.class, method, Map.of("map", map.name()), 1);
  }

  private static Comparison comparison(
      String title, MeasuredMap ours, Trial trial, MeasuredMap rival, Trial rivals, Goal goal) {
    return new Comparison(
        title,
        ours.abbreviation(),
        trial,
        new Structure(rival.abbreviation(), rival.origin()),
        rivals,
        goal);
  }
}
