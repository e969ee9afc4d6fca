package org.jets.bench.maps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.harness.turns.TurnWorkload;
import org.jets.bench.harness.turns.TurnWorkload.Contestant;
import org.jets.bench.maps.MapTurns.Kind;
import org.jets.bench.maps.MapTurns.Workload;

/** The suites that compare maps by turns. */
public final class MapTurnSuites {
  private static final int PRESENT = 1 << 20;
  private static final int RANGE = 2 * PRESENT;
  private static final int FEW = 1000;
  private static final List<MeasuredMap> MAPS_OF_STRINGS =
      List.of(
          MeasuredMap.SPLIT_ORDERED,
          MeasuredMap.STRIPED,
          MeasuredMap.CONCURRENT_HASH_MAP,
          MeasuredMap.NON_BLOCKING_HASH_MAP,
          MeasuredMap.ECLIPSE,
          MeasuredMap.CAFFEINE);
  private static final List<MeasuredTree> TREES_OF_STRINGS =
      List.of(
          MeasuredTree.CONTENTION_ADAPTING,
          MeasuredTree.LOCK_FREE,
          MeasuredTree.LOCKED_AVL,
          MeasuredTree.RADIX_TREE,
          MeasuredTree.CONCURRENT_SKIP_LIST_MAP);

  private MapTurnSuites() {}

  /** The parts that all workloads of a suite share. */
  private record Field(
      List<Contestant> ofLongs, List<Contestant> ofStrings, Structure rival, int fillNanos) {
    TurnWorkload of(String experiment, String title, Workload workload) {
      Duration filling = Duration.ofMillis(200).plusNanos((long) workload.present() * fillNanos);
      return new TurnWorkload(
          experiment,
          title,
          workload.toString(),
          workload.updates() > 0,
          filling,
          workload.isOfStrings() ? ofStrings : ofLongs,
          rival,
          List.of());
    }
  }

  /** Our maps without order beside ConcurrentHashMap and others. */
  public static TurnSuite ofMaps() {
    Field field =
        new Field(
            Stream.of(MeasuredMap.values()).map(MapTurnSuites::contestant).toList(),
            MAPS_OF_STRINGS.stream().map(MapTurnSuites::contestant).toList(),
            structure(MeasuredMap.CONCURRENT_HASH_MAP),
            700);
    return new TurnSuite(
        "maps",
        "concurrent maps by turns beside ConcurrentHashMap: gets, updates, walks",
        MapTurns.class,
        common(field),
        0);
  }

  /** Our ordered maps beside ConcurrentSkipListMap and others. */
  public static TurnSuite ofTrees() {
    Field field =
        new Field(
            Stream.of(MeasuredTree.values())
                .filter(tree -> tree != MeasuredTree.LOCKED_AVL_SAVED_PATH)
                .map(MapTurnSuites::contestant)
                .toList(),
            TREES_OF_STRINGS.stream().map(MapTurnSuites::contestant).toList(),
            structure(MeasuredTree.CONCURRENT_SKIP_LIST_MAP),
            1500);
    List<TurnWorkload> workloads = new ArrayList<>(common(field));
    workloads.add(
        field.of("get_urls", "get, URLs, 2^20 of 2^21 keys", calls(Kind.URLS, RANGE, PRESENT, 0)));
    workloads.add(
        field.of("ranges", "ranges of 1,000 of 2^20 keys", calls(Kind.RANGES, RANGE, PRESENT, 0)));
    workloads.add(
        field.of("steps", "steps to the next of 2^20 keys", calls(Kind.STEPS, RANGE, PRESENT, 0)));
    return new TurnSuite(
        "trees",
        "ordered maps by turns beside ConcurrentSkipListMap: gets, updates, ranges, steps, walks",
        MapTurns.class,
        workloads,
        0);
  }

  private static List<TurnWorkload> common(Field field) {
    return List.of(
        field.of("get", "get, dense keys, 2^20 of 2^21", calls(Kind.DENSE, RANGE, PRESENT, 0)),
        field.of(
            "get_sparse", "get, sparse keys, 2^20 of 2^21", calls(Kind.SPARSE, RANGE, PRESENT, 0)),
        field.of(
            "get_strings", "get, strings, 2^20 of 2^21", calls(Kind.STRINGS, RANGE, PRESENT, 0)),
        field.of("get_1000", "get, 1,000 dense keys", calls(Kind.DENSE, FEW, FEW, 0)),
        field.of(
            "updates_10",
            "10 % updates, dense keys, 2^20 of 2^21",
            calls(Kind.DENSE, RANGE, PRESENT, 10)),
        field.of(
            "updates_50",
            "50 % updates, dense keys, 2^20 of 2^21",
            calls(Kind.DENSE, RANGE, PRESENT, 50)),
        field.of("walk", "walk through 2^20 keys", calls(Kind.WALK, RANGE, PRESENT, 0)));
  }

  private static Workload calls(Kind kind, int range, int present, int updates) {
    return new Workload(kind, range, present, updates);
  }

  private static Contestant contestant(MeasuredMap map) {
    return new Contestant("map/" + map.name(), structure(map), map.isConcurrent());
  }

  private static Contestant contestant(MeasuredTree tree) {
    return new Contestant("tree/" + tree.name(), structure(tree), true);
  }

  private static Structure structure(MeasuredMap map) {
    return new Structure(map.title(), map.origin());
  }

  private static Structure structure(MeasuredTree tree) {
    return new Structure(tree.title(), tree.origin());
  }
}
