package org.jets.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.harness.turns.TurnWorkload;
import org.jets.bench.scale.MixBenchmark.Filling;
import org.jets.ets.TableType;

/**
 * Tables on each store by turns, beside the maps of the JDK, our maps and tables of Erlang. Maps
 * have boxed keys, so they show what terms and objects cost.
 */
public final class TableTurnSuite {
  private static final int PRESENT = 1 << 20;
  private static final int RANGE = 2 * PRESENT;

  /** Objects of a table that is scanned, and counters. */
  private static final int FEW = 1 << 16;

  private static final int MIXED = 100_000;
  private static final long NANOS_OF_AN_INSERT = 1500;
  private static final String STEPS = "insert=10:delete=10:lookup=40:nextseq100=40";

  private static final Type SET =
      new Type(
          "set",
          Contestant.tables(TableType.SET),
          List.of(Contestant.CONCURRENT_HASH_MAP, Contestant.SPLIT_ORDERED, Contestant.STRIPED));

  private static final Type ORDERED_SET =
      new Type(
          "ordered_set",
          Contestant.tables(TableType.ORDERED_SET),
          List.of(Contestant.SKIP_LIST_MAP, Contestant.CONTENTION_ADAPTING, Contestant.LOCK_FREE));

  private TableTurnSuite() {}

  /**
   * The contestants of a type of table.
   *
   * @param maps the rival first
   */
  private record Type(String name, List<Contestant> tables, List<Contestant> maps) {
    /** A workload that maps have too, beside the map of the JDK. */
    TurnWorkload besideMaps(String calls, String title, String mix, int range, Filling filling) {
      List<Contestant> all = new ArrayList<>(tables);
      all.addAll(maps);
      return of(calls, title, mix, range, filling, all, maps.get(0));
    }

    /** A workload of tables alone, beside the one on the map of the JDK. */
    TurnWorkload ofTables(String calls, String title, String mix, int range) {
      Contestant rival =
          tables.stream()
              .filter(table -> table.key().matches("store/(CONCURRENT_HASH_MAP|SKIP_LIST)"))
              .findFirst()
              .orElseThrow();
      return of(calls, title, mix, range, Filling.ALL, tables, rival);
    }

    private TurnWorkload of(
        String calls,
        String title,
        String mix,
        int range,
        Filling filling,
        List<Contestant> contestants,
        Contestant rival) {
      boolean updates = mix.contains("insert") || mix.contains("count");
      return new TurnWorkload(
          name + "_" + calls,
          name + ": " + title,
          range + "/" + filling + "/" + mix,
          updates,
          Duration.ofMillis(200).plusNanos(NANOS_OF_AN_INSERT * range / 2),
          contestants.stream()
              .map(each -> new TurnWorkload.Contestant(each.key(), each.structure(), true))
              .toList(),
          rival.structure(),
          updates ? List.of(name, name + ":w=auto") : List.of(name));
    }
  }

  /** Returns the suite. */
  public static TurnSuite suite() {
    List<TurnWorkload> all = new ArrayList<>();
    for (Type type : List.of(SET, ORDERED_SET)) {
      String half = ", 2^20 of 2^21 keys";
      all.add(type.besideMaps("lookup", "lookup" + half, "lookup=100", RANGE, Filling.HALF));
      for (int updates : List.of(10, 50)) {
        String title = updates + " % updates" + half;
        String mix = Mix.ofLookups(100 - updates);
        all.add(type.besideMaps("updates_" + updates, title, mix, RANGE, Filling.HALF));
      }
      all.add(type.ofTables("counters", "update_counter, 2^16 keys", "count=100", FEW));
      all.add(type.ofTables("next", "next, 2^20 keys", "next=100", PRESENT));
      all.add(type.ofTables("select_1000", "1,000 of 2^16 objects", "select1000=100", FEW));
      all.add(type.ofTables("select_half", "half of 2^16 objects", "select_half=100", FEW));
    }
    String steps = "a walk of 100 from a random one of 2^20 keys";
    all.add(ORDERED_SET.besideMaps("steps", steps, "nextseq100=100", PRESENT, Filling.ALL));
    String mix = "10 % insert, 10 % delete, 40 % lookup, 40 % 100 steps, of 100,000 keys";
    all.add(ORDERED_SET.besideMaps("mix", mix, STEPS, MIXED, Filling.HALF));
    return new TurnSuite(
        "tables",
        "tables on each store by turns beside maps and the tables of Erlang",
        MixTurns.class,
        all,
        0);
  }
}
