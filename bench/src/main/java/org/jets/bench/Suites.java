package org.jets.bench;

import java.nio.file.Path;
import java.util.List;
import org.jets.bench.cache.CacheComparisons;
import org.jets.bench.cache.CacheMemory;
import org.jets.bench.durable.DurableComparisons;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.indexed.IndexComparisons;
import org.jets.bench.locks.LockTurnSuite;
import org.jets.bench.maps.MapComparisons;
import org.jets.bench.maps.MapMemory;
import org.jets.bench.maps.MapTurnSuites;
import org.jets.bench.maps.SlowestPut;
import org.jets.bench.maps.TreeComparisons;
import org.jets.bench.maps.TreeMemory;
import org.jets.bench.observed.ObservedComparisons;
import org.jets.bench.peers.PeerComparisons;
import org.jets.bench.scale.CatreeSuite;
import org.jets.bench.scale.EtsBenchSuite;
import org.jets.bench.scale.FritchieSuite;
import org.jets.bench.scale.LatencySuite;
import org.jets.bench.scale.MemorySuite;
import org.jets.bench.scale.TableTurnSuite;
import org.jets.bench.scale.ThroughputSuite;
import org.jets.bench.terms.TermComparisons;
import org.jets.bench.terms.TermMemory;
import org.jets.bench.timers.TimerComparisons;
import org.jets.bench.timers.TimerMemory;
import org.jspecify.annotations.Nullable;

/** All suites, in the order of the help and of the report. */
final class Suites {
  /**
   * A heap of one fixed size whose pages are there from the start, and the collector made for
   * throughput: with a heap that grows, a thread that allocates much is now and then stopped for
   * milliseconds that say nothing about it.
   */
  static final List<String> FLAGS =
      List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:+UseParallelGC");

  private static final List<String> FLAGS_OF_MAPS =
      List.of("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC");

  private static final List<String> FLAGS_OF_TIMERS =
      List.of("-Xms6g", "-Xmx6g", "-XX:+UseParallelGC");

  /** The name of the suite that the command line tells where jinterface is. */
  static final String NODE = "node";

  private static final List<Suite> SCALABILITY =
      List.of(
          new EtsBenchSuite(),
          new ThroughputSuite(),
          new FritchieSuite(),
          new MemorySuite(),
          new LatencySuite(),
          new CatreeSuite());

  private static final List<TurnSuite> BY_TURNS =
      List.of(
          MapTurnSuites.ofMaps(),
          MapTurnSuites.ofTrees(),
          LockTurnSuite.suite(),
          TableTurnSuite.suite());

  private static final List<ComparisonSuite> COMPARISONS =
      List.of(
          new ComparisonSuite(
              "terms",
              "the external term format, keys and their order, memory; about 10 minutes",
              FLAGS,
              3,
              TermComparisons::all,
              TermMemory::addTo),
          new ComparisonSuite(
              "mapcalls",
              "maps by JMH, beside CHM and NBHM, memory, the slowest put; about 40 minutes",
              FLAGS_OF_MAPS,
              3,
              MapComparisons::all,
              lines -> {
                MapMemory.addTo(lines);
                SlowestPut.addTo(lines);
              }),
          new ComparisonSuite(
              "treecalls",
              "ordered maps by JMH, beside CSLM and a locked TreeMap, memory; about 25 minutes",
              FLAGS_OF_MAPS,
              3,
              TreeComparisons::all,
              TreeMemory::addTo),
          new ComparisonSuite(
              "observe",
              "calls of tables with the live page and the meters, and without; about 10 minutes",
              FLAGS,
              5,
              ObservedComparisons::all,
              lines -> {}),
          new ComparisonSuite(
              "index",
              "searches and inserts with secondary indexes, beside scans and second tables; about"
                  + " 10 minutes",
              FLAGS,
              3,
              IndexComparisons::all,
              lines -> {}),
          new ComparisonSuite(
              "cache",
              "tables with a bound beside Caffeine, by JMH, and memory; about 5 minutes",
              FLAGS,
              5,
              CacheComparisons::all,
              CacheMemory::addTo),
          new ComparisonSuite(
              "timers",
              "restarts of timers by tables beside an executor, Netty and Erlang; about 6 minutes",
              FLAGS_OF_TIMERS,
              3,
              TimerComparisons::all,
              TimerMemory::addTo),
          PeerComparisons.suite(Path.of(NODE), FLAGS),
          DurableComparisons.suite(Path.of(""), FLAGS_OF_MAPS));

  private Suites() {}

  /** Returns the suites of the papers, and on questions of scale. */
  static List<Suite> scalability() {
    return SCALABILITY;
  }

  /** Returns the suites that compare single functions. */
  static List<ComparisonSuite> comparisons() {
    return COMPARISONS;
  }

  /** Returns the suites whose contestants take turns within a JVM. */
  static List<TurnSuite> byTurns() {
    return BY_TURNS;
  }

  /** Returns the scalability suite of this name, or null where there is none. */
  static @Nullable Suite named(String name) {
    return SCALABILITY.stream().filter(suite -> suite.name().equals(name)).findFirst().orElse(null);
  }
}
