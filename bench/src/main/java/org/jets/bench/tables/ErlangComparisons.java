package org.jets.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ErlangQuestion;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/** Tables beside those of the local Erlang. */
public final class ErlangComparisons {
  private ErlangComparisons() {}

  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    all.add(select("select, 1 in 1000 of 1,000,000", 1));
    all.add(select("select, half of 1,000,000", 500));
    all.add(updateCounter("update_counter, one thread", "updateCounter"));
    all.add(updateCounter("update_counter, two threads", "updateCounterByTwo"));
    // Whichever options are the faster ones in Erlang.
    addSets(all, "lookup", "lookup", 1, new ErlangQuestion("lookup", "default", 1), 4);
    addSets(all, "lookup", "lookup", 2, new ErlangQuestion("lookup", "default", 2), 4);
    addSets(all, "50 % updates", "update", 1, new ErlangQuestion("update", "default", 1), 2);
    addSets(all, "50 % updates", "update", 2, new ErlangQuestion("update", "auto", 2), 3);
    addSets(
        all, "counters", "updateCounter", 1, new ErlangQuestion("update_counter", "default", 1), 2);
    addSets(
        all, "counters", "updateCounter", 2, new ErlangQuestion("update_counter", "auto", 2), 2);
    addSets(all, "next", "next", 1, new ErlangQuestion("next", "default", 1), 3);
    return all;
  }

  /** The ordered_set on each of its stores; Erlang's is asked with both options. */
  public static List<Comparison> ofOrderedSets() {
    List<Comparison> all = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      for (String options : List.of("ordered", "ordered_auto")) {
        addOrderedSets(all, "lookup", "lookup", SetBenchmark.class, threads, options, 3);
        addOrderedSets(all, "50 % updates", "update", SetBenchmark.class, threads, options, 3);
        addOrderedSets(all, "next", "next", SetBenchmark.class, threads, options, 3);
        addOrderedSets(all, "range of 1000", "select", RangeBenchmark.class, threads, options, 4);
      }
    }
    return all;
  }

  private static void addOrderedSets(
      List<Comparison> all,
      String title,
      String method,
      Class<?> benchmark,
      int threads,
      String options,
      double speedup) {
    String call = method.equals("select") ? "range" : method;
    String rival = options.equals("ordered") ? "erl" : "erl auto";
    for (MeasuredStore store : MeasuredStore.ofOrderedSets()) {
      all.add(
          new Comparison(
              title + " x" + threads + ", " + store + " and " + rival,
              new Trial(benchmark, method, Map.of("backend", store.name()), threads),
              rival,
              new ErlangQuestion(call, options, threads),
              store.hasGoals() ? Goal.speedupOfAtLeast(speedup) : Goal.ANY_SPEEDUP,
              false));
    }
  }

  private static Comparison select(String title, int bound) {
    return scan(title, "select", Map.of("bound", Integer.toString(bound)), 2);
  }

  private static Comparison updateCounter(String title, String operation) {
    return scan(title, operation, Map.of(), 1);
  }

  private static Comparison scan(
      String title, String operation, Map<String, String> parameters, double speedup) {
    return new Comparison(
        title,
        new Trial(ErlangBenchmark.class, operation, parameters),
        "erl",
        new Trial(ErlangBenchmark.class, operation + "Erlang", parameters),
        Goal.speedupOfAtLeast(speedup),
        false);
  }

  /** The goal is for jets' own maps. */
  private static void addSets(
      List<Comparison> all,
      String title,
      String method,
      int threads,
      ErlangQuestion rival,
      double speedup) {
    for (MeasuredStore store : MeasuredStore.ofSets()) {
      all.add(
          new Comparison(
              title + " x" + threads + ", " + store,
              new Trial(SetBenchmark.class, method, Map.of("backend", store.name()), threads),
              rival.options().equals("default") ? "erl" : "erl " + rival.options(),
              rival,
              store.hasGoals() ? Goal.speedupOfAtLeast(speedup) : Goal.ANY_SPEEDUP,
              false));
    }
  }
}
