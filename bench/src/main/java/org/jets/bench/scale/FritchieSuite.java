package org.jets.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.Unit;
import org.jets.ets.TableType;

/**
 * The experiments of Fritchie, A Study of Erlang ETS Table Implementations and Performance (2003):
 * seven programs of one thread on tables of more and more keys, in times of the set; bytes for each
 * key.
 *
 * <p>Other than there, keys are small integers and objects have two elements, and a program that is
 * through begins anew until its time is over, so that small tables can be measured.
 */
public final class FritchieSuite implements Suite {
  private static final int SMALLEST = 700;

  /** The paper's, above ten million. */
  private static final List<Integer> LARGE = List.of(14_000_000, 21_000_000, 54_000_100);

  /** Bytes of an object with its share of the table, when it is filled. */
  private static final long BYTES_OF_AN_OBJECT = 160;

  private static final List<Program> PROGRAMS =
      List.of(
          new Program("insertInOrder", "insert_in_order", "Insertion in key order"),
          new Program("insertShuffled", "insert_shuffled", "Insertion in random order"),
          new Program("lookupInOrder", "lookup_in_order", "Lookup in key order"),
          new Program("lookupShuffled", "lookup_shuffled", "Lookup in random order"),
          new Program("traverse", "traverse", "Traversal by first and next"),
          new Program("count", "count", "update_counter in random order"),
          new Program("delete", "delete", "Deletion in random order"));

  /**
   * A program.
   *
   * @param method of {@link ProgramBenchmark}
   * @param word what Erlang knows it by
   */
  private record Program(String method, String word, String title) {}

  /** Has no state. */
  public FritchieSuite() {}

  @Override
  public String name() {
    return "fritchie";
  }

  @Override
  public String description() {
    return "seven programs on tables of 700 keys to 54 million, relative to the set; memory per key"
        + " (Fritchie 2003)";
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    return List.of(
        "tables of "
            + String.join(", ", sizes(profile, selection).stream().map("%,d"::formatted).toList())
            + " keys; "
            + effort(profile),
        "the paper: 700 to 54 million keys");
  }

  /** The sizes whose tables have room; the paper's in full, up to 7 million in standard. */
  static List<Integer> sizes(Profile profile, Selection selection) {
    if (profile == Profile.QUICK) {
      return List.of(SMALLEST, 100 * SMALLEST);
    }
    List<Integer> sizes = new ArrayList<>();
    for (long size = SMALLEST; size <= 10_000L * SMALLEST; size *= 10) {
      sizes.add((int) size);
    }
    if (profile == Profile.FULL) {
      sizes.addAll(LARGE);
    }
    sizes.removeIf(size -> size > SMALLEST && heapBytes(size) > selection.memoryBytes() / 2);
    return sizes;
  }

  /** The old table is still there while the next one is filled. */
  private static long heapBytes(int keys) {
    return 2 * BYTES_OF_AN_OBJECT * keys;
  }

  private static List<String> flags(int keys) {
    long megabytes = Math.max(1024, heapBytes(keys) >> 20);
    return List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m", "-XX:+UseParallelGC");
  }

  private static Effort effort(Profile profile) {
    return profile == Profile.QUICK ? new Effort(1, 1, 900, 3, 150) : profile.effort();
  }

  /** Tables, and maps in the places of the paper's Judy arrays. */
  private static List<Contestant> contestants(Profile profile) {
    List<Contestant> all = new ArrayList<>(tables(profile));
    if (profile != Profile.QUICK) {
      all.add(Contestant.RADIX_TREE);
      all.add(Contestant.HASHED_RADIX);
    }
    return all;
  }

  private static List<Contestant> tables(Profile profile) {
    List<Contestant> all = new ArrayList<>(List.of(Contestant.SET, Contestant.ORDERED_SET));
    if (profile != Profile.QUICK) {
      all.addAll(Contestant.tables(TableType.SET));
      all.addAll(Contestant.tables(TableType.ORDERED_SET));
    }
    return all;
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    String baseline =
        selection.otps().isEmpty()
            ? Contestant.SET.structure().name()
            : selection.otps().get(0).structure("set").name();
    List<Experiment> all = new ArrayList<>();
    for (Program program : PROGRAMS) {
      all.add(
          new Experiment(
              name(),
              program.word(),
              program.title(),
              "One thread; objects {Key, Count} of small integers; maps from keys to counts.",
              Figure.RELATIVE_LINES,
              new Axis("keys", Axis.Scale.LOGARITHMIC),
              Unit.NANOS,
              baseline,
              points(program, profile, selection)));
    }
    all.add(memory(profile, selection));
    return all;
  }

  private static List<Point> points(Program program, Profile profile, Selection selection) {
    Effort effort = effort(profile);
    List<Point> all = new ArrayList<>();
    for (int keys : sizes(profile, selection)) {
      String x = Integer.toString(keys);
      for (Contestant each : contestants(profile)) {
        all.add(
            new Point(
                each.structure(),
                x,
                1,
                new JmhRun(
                    ProgramBenchmark.class,
                    program.method(),
                    Map.of("structure", each.key(), "keys", x),
                    effort,
                    flags(keys),
                    setup(keys))));
      }
      for (Otp otp : selection.otps()) {
        for (String table : List.of("set", "ordered_set")) {
          all.add(
              new Point(
                  otp.structure(table),
                  x,
                  1,
                  erlangRun(otp.command(), program.word(), table, keys, effort)));
        }
      }
    }
    return all;
  }

  /** Returns a run of a program in Erlang, as long in each round as an effort says. */
  private static ErlangRun erlangRun(
      List<String> command, String program, String table, int keys, Effort effort) {
    List<String> request =
        List.of(
            "program",
            program,
            table,
            Integer.toString(keys),
            Integer.toString(effort.erlangWarmupMillis()),
            Integer.toString(effort.iterations()),
            Integer.toString(effort.iterationMillis()));
    Duration expected =
        setup(keys)
            .plusMillis(
                effort.erlangWarmupMillis()
                    + (long) effort.iterations() * effort.iterationMillis());
    return new ErlangRun(command, request, expected);
  }

  private static Duration setup(int keys) {
    return Duration.ofMillis(800).plusNanos(2000L * keys);
  }

  private Experiment memory(Profile profile, Selection selection) {
    List<Point> all = new ArrayList<>();
    for (int keys : sizes(profile, selection)) {
      String x = Integer.toString(keys);
      for (Contestant each : tables(profile)) {
        all.add(
            new Point(
                each.structure(),
                x,
                1,
                FootprintPoints.ofJvm(each.key(), keys, FootprintMeasurement.Kind.PER_COUNTER)));
      }
      for (Otp otp : selection.otps()) {
        for (String table : List.of("set", "ordered_set")) {
          all.add(
              new Point(
                  otp.structure(table),
                  x,
                  1,
                  FootprintPoints.perObject(otp.command(), table, keys, 2)));
        }
      }
    }
    return new Experiment(
        name(),
        "memory",
        "Memory for each object {Key, Count}",
        "Everything that belongs to the table, by JOL; of ETS by ets:info.",
        Figure.BARS,
        new Axis("keys", Axis.Scale.LOGARITHMIC),
        Unit.BYTES_PER_ENTRY,
        "",
        all);
  }
}
