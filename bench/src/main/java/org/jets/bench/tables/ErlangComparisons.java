package org.jets.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ErlangQuestion;
import org.jets.bench.harness.comparison.ErlangTables;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/** Tables beside those of the local Erlang. */
public final class ErlangComparisons {
  private ErlangComparisons() {}

  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    all.add(select("1 in 1000 of 1,000,000", 1));
    all.add(select("half of 1,000,000", 500));
    all.add(updateCounter("one thread", "updateCounter", 1));
    all.add(updateCounter("two threads", "updateCounterByTwo", 2));
    ErlangTables erlang = new ErlangTables();
    // Whichever options are the faster ones in Erlang.
    addSets(all, "lookup", "lookup", new ErlangQuestion(erlang, "lookup", "default", 1), 4);
    addSets(all, "lookup", "lookup", new ErlangQuestion(erlang, "lookup", "default", 2), 4);
    addSets(all, "50 % updates", "update", new ErlangQuestion(erlang, "update", "default", 1), 2);
    addSets(all, "50 % updates", "update", new ErlangQuestion(erlang, "update", "auto", 2), 3);
    addSets(
        all,
        "counters",
        "updateCounter",
        new ErlangQuestion(erlang, "update_counter", "default", 1),
        2);
    addSets(
        all,
        "counters",
        "updateCounter",
        new ErlangQuestion(erlang, "update_counter", "auto", 2),
        2);
    addSets(all, "next", "next", new ErlangQuestion(erlang, "next", "default", 1), 3);
    return all;
  }

  /** The ordered_set on each of its stores; Erlang's is asked with both options. */
  public static List<Comparison> ofOrderedSets() {
    List<Comparison> all = new ArrayList<>();
    ErlangTables erlang = new ErlangTables();
    for (int threads = 1; threads <= 2; threads++) {
      for (String options : List.of("ordered", "ordered_auto")) {
        addOrderedSets(
            all, "lookup", "lookup", new ErlangQuestion(erlang, "lookup", options, threads), 3);
        addOrderedSets(
            all,
            "50 % updates",
            "update",
            new ErlangQuestion(erlang, "update", options, threads),
            3);
        addOrderedSets(
            all, "next", "next", new ErlangQuestion(erlang, "next", options, threads), 3);
        addOrderedSets(
            all,
            "range of 1000",
            "select",
            new ErlangQuestion(erlang, "range", options, threads),
            4);
      }
    }
    return all;
  }

  private static void addOrderedSets(
      List<Comparison> all, String title, String method, ErlangQuestion rival, double speedup) {
    Class<?> benchmark = method.equals("select") ? RangeBenchmark.class : SetBenchmark.class;
    for (MeasuredStore store : MeasuredStore.ofOrderedSets()) {
      all.add(
          new Comparison(
              title + " x" + rival.processes(),
              store.name(),
              new Trial(benchmark, method, Map.of("backend", store.name()), rival.processes()),
              erl(rival.options().equals("ordered") ? "erl" : "erl auto"),
              rival,
              store.hasGoals() ? Goal.speedupOfAtLeast(speedup) : Goal.ANY_SPEEDUP));
    }
  }

  private static Structure erl(String name) {
    return new Structure(name, Origin.ETS);
  }

  private static Comparison select(String objects, int bound) {
    Map<String, String> parameters = Map.of("bound", Integer.toString(bound));
    return new Comparison(
        "select",
        objects,
        new Trial(ErlangBenchmark.class, "select", parameters),
        erl("erl"),
        new Trial(ErlangBenchmark.class, "selectErlang", parameters),
        Goal.speedupOfAtLeast(2));
  }

  private static Comparison updateCounter(String by, String method, int threads) {
    return new Comparison(
        "update_counter",
        by,
        new Trial(ErlangBenchmark.class, method, Map.of(), threads),
        erl("erl"),
        Trial.of(ErlangBenchmark.class, method + "Erlang"),
        Goal.speedupOfAtLeast(1));
  }

  /** The goal is for jets' own maps. */
  private static void addSets(
      List<Comparison> all, String title, String method, ErlangQuestion rival, double speedup) {
    for (MeasuredStore store : MeasuredStore.ofSets()) {
      all.add(
          new Comparison(
              title + " x" + rival.processes(),
              store.name(),
              new Trial(
                  SetBenchmark.class, method, Map.of("backend", store.name()), rival.processes()),
              erl(rival.options().equals("default") ? "erl" : "erl auto"),
              rival,
              store.hasGoals() ? Goal.speedupOfAtLeast(speedup) : Goal.ANY_SPEEDUP));
    }
  }
}
