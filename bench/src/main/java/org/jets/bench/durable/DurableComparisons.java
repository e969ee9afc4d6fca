package org.jets.bench.durable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.comparison.Goal;

/**
 * Durable tables beside RocksDB and Mnesia's {@code disc_copies}, on the same disk. Mnesia writes
 * by {@code mnesia:dirty_write}, and forces its log by {@code mnesia:sync_log}. An opening of
 * RocksDB reads its log alone: it leaves the objects on the disk.
 */
public final class DurableComparisons {
  private static final int ROUNDS = 5;
  private static final int[] THREADS = {1, 4, 16};
  private static final int WARMUP_PUTS = 100_000;
  private static final String LOADED = "ok";
  private static final String QUESTION =
      "io:format(\"~0p~n\", [application:load(mnesia)]), halt().";

  private DurableComparisons() {}

  /**
   * Returns the suite.
   *
   * @param folder on the disk that is measured
   * @param jvmFlags of the JVMs
   */
  public static ComparisonSuite suite(Path folder, List<String> jvmFlags) {
    return new ComparisonSuite(
        "durable",
        "puts into durable tables by mode and threads, and recovery, beside RocksDB and Mnesia;"
            + " about 5 minutes",
        jvmFlags,
        ROUNDS,
        () -> of(folder, jvmFlags, Counts.FULL, Mnesia.IS_THERE),
        lines -> {
          lines.add("");
          lines.add(Counts.FULL.toString());
          lines.add("disk: that of " + folder.toAbsolutePath());
          if (!Mnesia.IS_THERE) {
            lines.add("Mnesia: not there (install erlang-mnesia)");
          }
        });
  }

  /** Asks the {@linkplain ErlangCommand Erlang} once. */
  private static final class Mnesia {
    static final boolean IS_THERE = isThere();

    private static boolean isThere() {
      List<String> words = new ArrayList<>(ErlangCommand.words());
      words.addAll(List.of("-noshell", "-eval", QUESTION));
      try (LineProcess asked = LineProcess.start(new ProcessBuilder(words))) {
        return asked.read().equals(LOADED);
      } catch (IOException | IllegalStateException e) {
        return false;
      }
    }
  }

  /** Returns whether the Erlang has Mnesia. */
  static boolean hasMnesia() {
    return Mnesia.IS_THERE;
  }

  /** Returns the comparisons of all tasks, with the same programs. */
  static List<Comparison> of(
      Path folder, List<String> jvmFlags, Counts counts, boolean withMnesia) {
    StorePrograms programs =
        new StorePrograms(folder, jvmFlags, Math.min(counts.puts(), WARMUP_PUTS));
    List<Comparison> all = new ArrayList<>();
    for (Contestant rival : Contestant.values()) {
      if (rival == Contestant.JETS || (rival == Contestant.MNESIA && !withMnesia)) {
        continue;
      }
      for (Force force : Force.values()) {
        for (int threads : THREADS) {
          int puts = counts.puts(force, threads);
          all.add(
              comparison(
                  "puts, forced " + force.title(),
                  threads == 1 ? "1 thread" : threads + " threads",
                  Unit.PER_SECOND,
                  rival,
                  ofEach ->
                      new StoreQuestion(
                          programs,
                          ofEach,
                          "put " + force.word() + " " + threads + " " + puts,
                          threads,
                          puts)));
        }
      }
      all.add(
          comparison(
              "recovery",
              counts.recovered() + " objects",
              Unit.SECONDS,
              rival,
              ofEach ->
                  new StoreQuestion(programs, ofEach, "recover " + counts.recovered(), 1, 1)));
    }
    return all;
  }

  /** Makes the question to a store. */
  private interface Asking {
    StoreQuestion of(Contestant contestant);
  }

  private static Comparison comparison(
      String workload, String place, Unit unit, Contestant rival, Asking asking) {
    return new Comparison(
        workload,
        place,
        unit,
        asking.of(Contestant.JETS),
        rival.structure(),
        asking.of(rival),
        Goal.ANY_SPEEDUP,
        false);
  }
}
