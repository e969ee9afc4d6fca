package org.jets.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/** Tables on each of their stores beside the bare map under it. */
public final class TableComparisons {
  private TableComparisons() {}

  /** Returns the comparisons in the order of the report. */
  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    Goal asTheMap = Goal.timeOfAtMost(1.25);
    addTables(all, "lookup", asTheMap);
    addTables(all, "member", asTheMap);
    addTables(all, "insert", Goal.NONE);
    addTables(all, "updateCounter", Goal.NONE);
    for (MeasuredStore store : MeasuredStore.values()) {
      if (store.hasSteps()) {
        all.add(step("first", store, asTheMap));
        all.add(step("next", store, asTheMap));
      }
    }
    for (MeasuredStore store : MeasuredStore.values()) {
      Map<String, String> parameters = Map.of("backend", store.name());
      all.add(
          new Comparison(
              "select of one key",
              store.name(),
              new Trial(TableBenchmark.class, "selectTable", parameters),
              new Structure("lookup", Origin.OTHER),
              new Trial(TableBenchmark.class, "selectedLookupTable", parameters),
              Goal.timeOfAtMost(2)));
    }
    return all;
  }

  private static void addTables(List<Comparison> all, String operation, Goal goal) {
    for (MeasuredStore store : MeasuredStore.values()) {
      Map<String, String> parameters = Map.of("backend", store.name());
      all.add(besideTheMap(TableBenchmark.class, operation, parameters, store, goal));
    }
  }

  private static Comparison step(String operation, MeasuredStore store, Goal goal) {
    Map<String, String> parameters = Map.of("backend", store.name());
    return besideTheMap(StepBenchmark.class, operation, parameters, store, goal);
  }

  private static Comparison besideTheMap(
      Class<?> benchmark,
      String operation,
      Map<String, String> parameters,
      MeasuredStore store,
      Goal goal) {
    return new Comparison(
        operation,
        store.name(),
        new Trial(benchmark, operation + "Table", parameters),
        new Structure("bare map", Origin.OTHER),
        new Trial(benchmark, operation + "Map", parameters),
        goal);
  }
}
