package org.jets.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;
import org.jets.bench.maps.MapComparisons;
import org.jets.bench.maps.MapMemory;
import org.jets.bench.maps.SlowestPut;
import org.jets.bench.maps.TreeComparisons;
import org.jets.bench.maps.TreeMemory;
import org.jets.bench.tables.ErlangComparisons;
import org.jets.bench.tables.ErlangMemory;
import org.jets.bench.tables.StepBenchmark;
import org.jets.bench.tables.TableBenchmark;
import org.jets.bench.terms.Corpus;
import org.jets.bench.terms.ExternalFormatBenchmark;
import org.jets.bench.terms.KeyBenchmark;
import org.jets.bench.terms.OrderBenchmark;
import org.jets.bench.terms.TermMemory;
import org.jets.ets.Backend;
import org.jspecify.annotations.Nullable;

/** The comparisons that one command runs. */
enum Suite {
  /** Terms: their external format, and what tables ask of keys. */
  TERMS("the external term format, keys and their order, memory; about 10 minutes") {
    @Override
    void addMemoryTo(List<String> lines) {
      TermMemory.addTo(lines);
    }

    @Override
    List<Comparison> comparisons() {
      List<Comparison> all = new ArrayList<>();
      for (String operation : List.of("encode", "decode")) {
        for (Corpus corpus : Corpus.values()) {
          all.add(externalFormat(operation, "Jets", corpus, "", goal(corpus)));
        }
      }
      all.add(views(Corpus.LINES));
      all.add(views(Corpus.BLOCKS));
      Goal asLong = Goal.timeOfAtMost(1.3);
      all.add(key("equals, small integers", "equalsInteger", "Long", "equalsLong", asLong));
      all.add(key("equals, atoms", "equalsAtom", "String", "equalsString", Goal.NONE));
      all.add(key("equals, {Atom, Int}", "equalsTuple", "record", "equalsPair", Goal.NONE));
      all.add(key("hash, small integers", "hashInteger", "Long", "hashLong", asLong));
      all.add(key("hash, atoms", "hashAtom", "String", "hashString", Goal.NONE));
      all.add(key("hash, {Atom, Int}", "hashTuple", "record", "hashPair", Goal.NONE));
      all.add(order("order, small integers", "compareIntegers", "Long", "compareLongs"));
      all.add(order("order, atoms", "compareAtoms", "String", "compareStrings"));
      all.add(order("order, 3-tuples", "compareTuples", "record", "compareTriples"));
      return all;
    }
  },

  /** Tables on each of their stores. */
  TABLES("functions on each store beside its bare map, select beside lookup; about 13 minutes") {
    @Override
    void addMemoryTo(List<String> lines) {
      // Entries are weighed by the demo, with real objects in them.
    }

    @Override
    List<Comparison> comparisons() {
      List<Comparison> all = new ArrayList<>();
      Goal asTheMap = Goal.timeOfAtMost(1.25);
      addTables(all, "lookup", asTheMap);
      addTables(all, "member", asTheMap);
      addTables(all, "insert", Goal.NONE);
      addTables(all, "updateCounter", Goal.NONE);
      for (Backend backend : StepBenchmark.BACKENDS) {
        all.add(step("first", backend, asTheMap));
        all.add(step("next", backend, asTheMap));
      }
      for (Backend backend : Backend.values()) {
        Map<String, String> parameters = Map.of("backend", backend.name());
        all.add(
            new Comparison(
                "select of one key, " + backend,
                new Trial(TableBenchmark.class, "selectTable", parameters),
                "lookup",
                new Trial(TableBenchmark.class, "selectedLookupTable", parameters),
                Goal.timeOfAtMost(2),
                false));
      }
      return all;
    }
  },

  /** The concurrent maps beside those of the JDK and of JCTools. */
  MAPS("concurrent maps beside CHM and NBHM, memory, the slowest put; about 40 minutes") {
    @Override
    void addMemoryTo(List<String> lines) {
      MapMemory.addTo(lines);
      SlowestPut.addTo(lines);
    }

    @Override
    List<Comparison> comparisons() {
      return MapComparisons.all();
    }

    @Override
    List<String> jvmFlags() {
      return List.of("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC");
    }
  },

  /** The ordered concurrent maps beside those of the JDK. */
  TREES("ordered maps beside CSLM and a locked TreeMap, memory; about 25 minutes") {
    @Override
    void addMemoryTo(List<String> lines) {
      TreeMemory.addTo(lines);
    }

    @Override
    List<Comparison> comparisons() {
      return TreeComparisons.all();
    }

    @Override
    List<String> jvmFlags() {
      return MAPS.jvmFlags();
    }
  },

  /** Tables beside those of the local Erlang. */
  ERLANG("select, lookup, updates, steps and memory beside the local erl; about 7 minutes") {
    @Override
    void addMemoryTo(List<String> lines) {
      ErlangMemory.addTo(lines);
    }

    @Override
    List<Comparison> comparisons() {
      return ErlangComparisons.all();
    }

    @Override
    int rounds() {
      return 2;
    }
  },

  /** Tables in key order beside those of the local Erlang. */
  ORDERED("ordered_set on each store beside the local erl, memory; about 15 minutes") {
    @Override
    void addMemoryTo(List<String> lines) {
      ErlangMemory.addOrderedSetsTo(lines);
    }

    @Override
    List<Comparison> comparisons() {
      return ErlangComparisons.ofOrderedSets();
    }

    @Override
    int rounds() {
      return 2;
    }
  };

  private final String description;

  Suite(String description) {
    this.description = description;
  }

  /** Returns the suite of this name, or null where there is none. */
  static @Nullable Suite named(String name) {
    for (Suite suite : values()) {
      if (suite.title().equals(name)) {
        return suite;
      }
    }
    return null;
  }

  /** The name on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  String description() {
    return description;
  }

  abstract List<Comparison> comparisons();

  /** How often everything is measured if nobody says. */
  int rounds() {
    return 3;
  }

  /**
   * A heap of one fixed size whose pages are there from the start, and the collector made for
   * throughput: with a heap that grows, whoever allocates much is now and then stopped for
   * milliseconds that say nothing about it.
   */
  List<String> jvmFlags() {
    return List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:+UseParallelGC");
  }

  /** Adds a table of bytes to the report, where the suite has one. */
  abstract void addMemoryTo(List<String> lines);

  /** None where memory, and not the library, says how fast it is. */
  private static Goal goal(Corpus corpus) {
    return corpus == Corpus.BLOCKS ? Goal.ANY_SPEEDUP : Goal.speedupOfAtLeast(3);
  }

  /** Binaries that share memory with the message, where jinterface has only copies. */
  private static Comparison views(Corpus corpus) {
    return externalFormat("decode", "JetsViews", corpus, " (views)", Goal.ANY_SPEEDUP);
  }

  private static Comparison externalFormat(
      String operation, String ours, Corpus corpus, String remark, Goal goal) {
    Map<String, String> parameters = Map.of("corpus", corpus.name());
    return new Comparison(
        operation + ", " + corpus.title() + remark,
        new Trial(ExternalFormatBenchmark.class, operation + ours, parameters),
        "jinterface",
        new Trial(ExternalFormatBenchmark.class, operation + "Jinterface", parameters),
        goal,
        false);
  }

  private static void addTables(List<Comparison> all, String operation, Goal goal) {
    for (Backend backend : Backend.values()) {
      Map<String, String> parameters = Map.of("backend", backend.name());
      all.add(besideTheMap(TableBenchmark.class, operation, parameters, backend, goal));
    }
  }

  private static Comparison step(String operation, Backend backend, Goal goal) {
    Map<String, String> parameters = Map.of("backend", backend.name());
    return besideTheMap(StepBenchmark.class, operation, parameters, backend, goal);
  }

  private static Comparison besideTheMap(
      Class<?> benchmark,
      String operation,
      Map<String, String> parameters,
      Backend backend,
      Goal goal) {
    return new Comparison(
        operation + ", " + backend,
        new Trial(benchmark, operation + "Table", parameters),
        "bare map",
        new Trial(benchmark, operation + "Map", parameters),
        goal,
        false);
  }

  private static Comparison key(
      String title, String ours, String rivalName, String rival, Goal goal) {
    return new Comparison(
        title,
        Trial.of(KeyBenchmark.class, ours),
        rivalName,
        Trial.of(KeyBenchmark.class, rival),
        goal,
        true);
  }

  private static Comparison order(String title, String ours, String rivalName, String rival) {
    return new Comparison(
        title,
        Trial.of(OrderBenchmark.class, ours),
        rivalName,
        Trial.of(OrderBenchmark.class, rival),
        Goal.NONE,
        true);
  }
}
