package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Subject;
import org.jets.bench.harness.comparison.Trial;
import org.jets.bench.scale.FootprintMeasurement.Kind;
import org.jets.bench.scale.MixBenchmark.Filling;
import org.jets.bench.tables.MeasuredStore;

/** Tables beside those of the local Erlang: one kind of call at a time, and bytes. */
public final class ErlangComparisons {
  private static final int PRESENT = 1 << 20;
  private static final Load LOOKUPS = new Load(Mix.ofLookups(100), 2 * PRESENT, Filling.HALF);
  private static final Load UPDATES = new Load(Mix.ofLookups(50), 2 * PRESENT, Filling.HALF);
  private static final Load STEPS = new Load("nextseq1000=100", PRESENT, Filling.ALL);
  private static final Load SELECT_1000 = new Load("select1000=100", PRESENT, Filling.ALL);
  private static final Load SELECT_HALF = new Load("select_half=100", PRESENT, Filling.ALL);
  private static final Load COUNTERS = new Load("count=100", PRESENT, Filling.ALL);
  private static final Load FEW_COUNTERS = new Load("count=100", 1 << 16, Filling.ALL);

  /** Keys of a table that is walked through: a multiple of the keys of a block. */
  private static final int WALKED = 1500 * ProgramBenchmark.BLOCK;

  /** Keys with which a table that doubles at three quarters is as full as it is on average. */
  private static final int FOOTPRINT_KEYS = 68_000;

  /** Repetitions of a scan or a walk, which takes longer in Erlang than others do. */
  private static final int SCANS = 3;

  private ErlangComparisons() {}

  /** Operations of a mix on tables with these keys, here and in Erlang. */
  private record Load(String mix, int range, Filling filling) {
    Trial onTable(String structure, int threads) {
      return new Trial(
          MixBenchmark.class,
          "operation",
          MixPoints.parameters(structure, mix, range, filling),
          threads);
    }

    private Effort erlangsEffort(int rounds) {
      Effort effort = Trial.effort(rounds);
      return mix.startsWith("select") ? effort.withIterations(SCANS) : effort;
    }
  }

  /** A load on a table of the Erlang of {@link ErlangCommand}. */
  private record ErlangTrial(Load load, String table, int threads) implements Subject {
    @Override
    public Measured measured(List<String> flags, int rounds) {
      return new MixPoints(load.range(), load.filling(), load.erlangsEffort(rounds), Unit.NANOS)
          .ofErlang(ErlangCommand.words(), table, load.mix(), threads);
    }
  }

  /** A walk through a set of the same Erlang. */
  private record ErlangWalk() implements Subject {
    @Override
    public int threads() {
      return 1;
    }

    @Override
    public Measured measured(List<String> flags, int rounds) {
      Effort effort = Trial.effort(rounds).withIterations(SCANS);
      return FritchieSuite.erlangRun(
          ErlangCommand.words(), "traverse", "set", WALKED, effort, rounds);
    }
  }

  /** A footprint, which is the same in each round. */
  private record Footprint(Measured once) implements Subject {
    @Override
    public int threads() {
      return 1;
    }

    @Override
    public Measured measured(List<String> flags, int rounds) {
      return once;
    }
  }

  /** Returns those of sets, beside whichever options are the faster ones in Erlang. */
  public static List<Comparison> ofSets() {
    List<Comparison> all = new ArrayList<>();
    all.add(usualSet("select", "1 in 1000 of 1,048,576", SELECT_1000, 1, 2));
    all.add(usualSet("select", "half of 1,048,576", SELECT_HALF, 1, 2));
    all.add(usualSet("update_counter", "one thread", FEW_COUNTERS, 1, 1));
    all.add(usualSet("update_counter", "two threads", FEW_COUNTERS, 2, 1));
    List<MeasuredStore> sets = MeasuredStore.ofSets();
    addAll(all, sets, "lookup", LOOKUPS, new ErlangTrial(LOOKUPS, "set", 1), 4);
    addAll(all, sets, "lookup", LOOKUPS, new ErlangTrial(LOOKUPS, "set", 2), 4);
    addAll(all, sets, "50 % updates", UPDATES, new ErlangTrial(UPDATES, "set", 1), 2);
    addAll(all, sets, "50 % updates", UPDATES, new ErlangTrial(UPDATES, "set:w=auto", 2), 3);
    addAll(all, sets, "counters", COUNTERS, new ErlangTrial(COUNTERS, "set", 1), 2);
    addAll(all, sets, "counters", COUNTERS, new ErlangTrial(COUNTERS, "set:w=auto", 2), 2);
    addWalks(all, sets, 3);
    addBytes(all, sets, "bytes {Int}", Kind.PER_KEY, "set", 1, 1.28);
    addBytes(all, sets, "bytes {Int,Int}", Kind.PER_PAIR, "set", 2, 1.37);
    return all;
  }

  /**
   * Returns those of the ordered_set, beside Erlang's with and without an option. A guard does not
   * keep Erlang's select from looking at the whole table, so that a select of a range is beside as
   * many steps.
   */
  public static List<Comparison> ofOrderedSets() {
    List<Comparison> all = new ArrayList<>();
    List<MeasuredStore> stores = MeasuredStore.ofOrderedSets();
    for (int threads = 1; threads <= 2; threads++) {
      for (String table : List.of("ordered_set", "ordered_set:w=auto")) {
        ErlangTrial steps = new ErlangTrial(STEPS, table, threads);
        addAll(all, stores, "lookup", LOOKUPS, new ErlangTrial(LOOKUPS, table, threads), 3);
        addAll(all, stores, "50 % updates", UPDATES, new ErlangTrial(UPDATES, table, threads), 3);
        addAll(all, stores, "1,000 steps", STEPS, steps, 3);
        addAll(all, stores, "range of 1,000", SELECT_1000, steps, 4);
      }
    }
    addBytes(all, stores, "bytes {Int}", Kind.PER_KEY, "ordered_set", 1, 1.14);
    addBytes(all, stores, "bytes {Int,Int}", Kind.PER_PAIR, "ordered_set", 2, 1.25);
    return all;
  }

  /** A set of which nothing is said here, and one for many writers in Erlang. */
  private static Comparison usualSet(
      String title, String place, Load load, int threads, double speedup) {
    String table = "set:w";
    return new Comparison(
        title,
        place,
        load.onTable("table/set", threads),
        erlang(table),
        new ErlangTrial(load, table, threads),
        Goal.speedupOfAtLeast(speedup));
  }

  /** The stores that are shown for comparison have no goal. */
  private static void addAll(
      List<Comparison> all,
      List<MeasuredStore> stores,
      String title,
      Load load,
      ErlangTrial rival,
      double speedup) {
    for (MeasuredStore store : stores) {
      all.add(
          new Comparison(
              title + " x" + rival.threads(),
              store.name(),
              load.onTable("store/" + store, rival.threads()),
              erlang(rival.table()),
              rival,
              speedupGoal(store, speedup)));
    }
  }

  private static void addWalks(List<Comparison> all, List<MeasuredStore> stores, double speedup) {
    for (MeasuredStore store : stores) {
      Map<String, String> parameters =
          Map.of("structure", "store/" + store, "keys", Integer.toString(WALKED));
      all.add(
          new Comparison(
              "next x1",
              store.name(),
              new Trial(ProgramBenchmark.class, "traverse", parameters),
              erlang("set"),
              new ErlangWalk(),
              speedupGoal(store, speedup)));
    }
  }

  private static Goal speedupGoal(MeasuredStore store, double speedup) {
    return store.hasGoals() ? Goal.speedupOfAtLeast(speedup) : Goal.ANY_SPEEDUP;
  }

  private static void addBytes(
      List<Comparison> all,
      List<MeasuredStore> stores,
      String title,
      Kind kind,
      String table,
      int arity,
      double limit) {
    Measured rival = FootprintPoints.perObject(ErlangCommand.words(), table, FOOTPRINT_KEYS, arity);
    for (MeasuredStore store : stores) {
      all.add(
          new Comparison(
              title,
              store.name(),
              Unit.BYTES_PER_ENTRY,
              new Footprint(FootprintPoints.ofJvm("store/" + store, FOOTPRINT_KEYS, kind)),
              erlang(table),
              new Footprint(rival),
              store.hasGoals() ? Goal.bytesOfAtMost(limit) : Goal.ANY_BYTES,
              false));
    }
  }

  private static Structure erlang(String table) {
    return new Structure(table.endsWith("auto") ? "erl auto" : "erl", Origin.ETS);
  }
}
