package org.jets.bench.maps;

import static org.jets.bench.maps.MeasuredTree.CONCURRENT_SKIP_LIST_MAP;
import static org.jets.bench.maps.MeasuredTree.LOCKED_TREE_MAP;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;
import org.jets.bench.maps.MeasuredTree.Goals;

/** Our ordered maps beside the JDK's. */
public final class TreeComparisons {
  private static final List<MeasuredTree> OURS =
      Stream.of(MeasuredTree.values()).filter(map -> map.goals() != null).toList();

  private TreeComparisons() {}

  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (MeasuredTree ours : OURS) {
      Goals goals = Objects.requireNonNull(ours.goals());
      for (int threads = 1; threads <= 2; threads++) {
        add(all, "get, 2^20", ours, "call", Map.of(), threads, goals.get());
        Map<String, String> small = Map.of("range", "1000", "present", "1000");
        add(all, "get, 1,000", ours, "call", small, threads, goals.getSmall());
        add(all, "90 % get", ours, "call", Map.of("updates", "10"), threads, goals.update());
        add(all, "50 % get", ours, "call", Map.of("updates", "50"), threads, goals.update());
        add(all, "range of 1,000", ours, "rangeOf1000", Map.of(), threads, goals.range());
        addStrings(all, "String 2^20", ours, "get", Map.of(), threads, goals.get());
        addStrings(all, "String 1,000", ours, "get", small, threads, goals.getSmall());
        addStrings(all, "String 50 % get", ours, "call", Map.of(), threads, goals.update());
      }
      add(all, "next", ours, "next", Map.of(), 1, goals.next());
      add(all, "build, 2^20", ours, "buildAll", Map.of(), 1, goals.build());
      add(all, "build in order", ours, "buildInOrder", Map.of(), 1, goals.buildInOrder());
      add(all, "walk, 2^20", ours, "walk", Map.of(), 1, goals.walk());
    }
    return all;
  }

  private static void add(
      List<Comparison> all,
      String title,
      MeasuredTree ours,
      String method,
      Map<String, String> parameters,
      int threads,
      double goal) {
    for (MeasuredTree rival : List.of(CONCURRENT_SKIP_LIST_MAP, LOCKED_TREE_MAP)) {
      all.add(
          new Comparison(
              title + " x" + threads,
              ours.abbreviation(),
              trial(TreeBenchmark.class, ours, method, parameters, threads),
              new Structure(rival.abbreviation(), rival.origin()),
              trial(TreeBenchmark.class, rival, method, parameters, threads),
              rival == CONCURRENT_SKIP_LIST_MAP ? Goal.speedupOfAtLeast(goal) : Goal.ANY_SPEEDUP));
    }
  }

  private static void addStrings(
      List<Comparison> all,
      String title,
      MeasuredTree ours,
      String method,
      Map<String, String> parameters,
      int threads,
      double goal) {
    all.add(
        new Comparison(
            title + " x" + threads,
            ours.abbreviation(),
            trial(StringTreeBenchmark.class, ours, method, parameters, threads),
            new Structure(
                CONCURRENT_SKIP_LIST_MAP.abbreviation(), CONCURRENT_SKIP_LIST_MAP.origin()),
            trial(StringTreeBenchmark.class, CONCURRENT_SKIP_LIST_MAP, method, parameters, threads),
            Goal.speedupOfAtLeast(goal)));
  }

  private static Trial trial(
      Class<?> benchmark,
      MeasuredTree map,
      String method,
      Map<String, String> parameters,
      int threads) {
    Map<String, String> all = new HashMap<>(parameters);
    all.put("map", map.name());
    return new Trial(benchmark, method, all, threads);
  }
}
