package org.jets.bench;

import java.util.List;
import java.util.Locale;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.maps.MapComparisons;
import org.jets.bench.maps.MapMemory;
import org.jets.bench.maps.SlowestPut;
import org.jets.bench.maps.TreeComparisons;
import org.jets.bench.maps.TreeMemory;
import org.jets.bench.tables.ErlangComparisons;
import org.jets.bench.tables.ErlangMemory;
import org.jets.bench.tables.TableComparisons;
import org.jets.bench.terms.TermComparisons;
import org.jets.bench.terms.TermMemory;
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
      return TermComparisons.all();
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
      return TableComparisons.all();
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
}
