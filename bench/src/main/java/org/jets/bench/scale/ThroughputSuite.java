package org.jets.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Collector;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.Unit;

/**
 * OTP's own benchmark, of the blog post on the new ordered_set (2019): mixes of operations on a
 * table that has half of the keys of a range; then inserts into ranges of each thread's own, and
 * counters that are decentralised or not.
 *
 * <p>Other than there, sets without order are not asked for steps from random keys, which mostly
 * are not there, and each thread has its own random numbers of one generator here and in Erlang.
 */
public final class ThroughputSuite implements Suite {
  private static final int RANGE = 1_000_000;
  private static final int SHORT_RANGE = 100_000;

  private static final String STEPS = "insert=10:delete=10:lookup=40:nextseq100=40";

  /** The mixes of OTP's long run; the others come in full. */
  private static final List<String> MIXES =
      List.of(
          "insert=50:delete=50",
          "insert=10:delete=10:lookup=80",
          "insert=1:delete=1:lookup=98",
          STEPS,
          "insert=10:delete=10:lookup=79:selectall=1",
          "insert=10:delete=10:lookup=79:partial_select1000=1");

  private static final List<String> FURTHER_MIXES =
      List.of(
          "lookup=100",
          "insert=10:delete=10:lookup=40:nextseq10=40",
          "insert=10:delete=10:lookup=70:nextseq1000=10",
          "insert=10:delete=10:lookup=40:nextseq1000=40",
          "nextseq1000=100",
          "insert=10:delete=10:lookup=79.99:selectall=0.01",
          "insert=10:delete=10:lookup=79.9999:selectall=0.0001",
          "insert=10:delete=10:lookup=79.99:partial_select1000=0.01",
          "insert=10:delete=10:lookup=79.9999:partial_select1000=0.0001");

  /** Has no state. */
  public ThroughputSuite() {}

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public String description() {
    return "mixes of inserts, deletes, lookups, steps and selects, inserts into disjoint ranges,"
        + " decentralised counters (OTP's ets_SUITE:throughput_benchmark)";
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    MixPoints points = points(profile, Collector.PARALLEL);
    return List.of(
        "keys from 1 to %,d, one half of them present; %s"
            .formatted(points.range(), points.turns()),
        "disjoint ranges: %,d keys for each thread".formatted(DisjointBenchmark.KEYS),
        "OTP: keys to 1,000,000, 3 s for each point");
  }

  private static MixPoints points(Profile profile, Collector collector) {
    return new MixPoints(
        profile == Profile.QUICK ? SHORT_RANGE : RANGE,
        MixBenchmark.Filling.HALF,
        profile,
        collector);
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    List<Collector> collectors = MixPoints.collectors(profile, selection);
    MixPoints points = points(profile, collectors.get(0));
    List<String> mixes = new ArrayList<>(MIXES);
    if (profile != Profile.QUICK) {
      mixes.addAll(FURTHER_MIXES);
    }
    List<Experiment> all = new ArrayList<>();
    for (String mix : mixes) {
      for (Collector collector : collectors) {
        all.add(mix(profile, selection, points(profile, collector), mix));
      }
    }
    all.add(steadyState(profile, selection, points));
    all.add(disjoint(profile, selection));
    all.add(counters(selection, points));
    return all;
  }

  private Experiment mix(Profile profile, Selection selection, MixPoints points, String mix) {
    List<Point> all = new ArrayList<>();
    for (int threads : selection.threads()) {
      for (Contestant each : contestants(profile, Mix.parse(mix).needsOrder())) {
        all.add(Point.ofThreads(each.structure(), threads, points.ofJvm(each.key(), mix, threads)));
      }
      for (Otp otp : selection.otps()) {
        for (String table : tables(profile)) {
          if (table.startsWith("ordered_set") || !Mix.parse(mix).needsOrder()) {
            all.add(
                Point.ofThreads(
                    otp.structure(table.replace(":", " ")),
                    threads,
                    points.ofErlang(otp.command(), table, mix, threads)));
          }
        }
      }
    }
    String title = mix.replace("=", " ").replace(":", " %, ") + " %, " + points.collector().title();
    String name = mix.replace("=", "-").replace(":", "_").replace(".", "-");
    return experiment(name + MixPoints.suffix(points.collector()), title, "", Axis.THREADS, all);
  }

  /** The time until the mix with steps has its final rate, of each structure alone in its JVM. */
  private Experiment steadyState(Profile profile, Selection selection, MixPoints points) {
    List<Point> all = new ArrayList<>();
    for (int threads : selection.threads()) {
      for (Contestant each : contestants(profile, true)) {
        all.add(
            Point.ofThreads(
                each.structure(), threads, points.toSteadyState(each.key(), STEPS, threads)));
      }
    }
    return new Experiment(
        name(),
        "steady_state",
        "Time to steady state, " + STEPS.replace("=", " ").replace(":", " %, ") + " %",
        "Until the rate is 90 % of what it is in the end. If the threads take all processors,"
            + " none is left to the compiler.",
        Figure.LINES,
        Axis.THREADS,
        Unit.SECONDS,
        "",
        all);
  }

  private static List<Contestant> contestants(Profile profile, boolean needsOrder) {
    if (profile == Profile.QUICK) {
      return List.of(Contestant.ORDERED_SET, Contestant.SKIP_LIST_MAP);
    }
    List<Contestant> all = new ArrayList<>(List.of(Contestant.ORDERED_SET));
    all.addAll(Contestant.trees());
    if (!needsOrder) {
      all.add(Contestant.SET);
      all.addAll(Contestant.hashMaps());
    }
    return all;
  }

  private static List<String> tables(Profile profile) {
    return profile == Profile.QUICK
        ? List.of("ordered_set:w:r")
        : List.of("ordered_set", "ordered_set:w:r", "set:w:r");
  }

  private Experiment disjoint(Profile profile, Selection selection) {
    Effort effort =
        profile == Profile.QUICK
            ? Effort.singleShots(1, 12, profile.repetitions())
            : Effort.singleShots(profile.effort().forks(), 5, profile.repetitions());
    List<Contestant> contestants =
        profile == Profile.QUICK
            ? List.of(Contestant.ORDERED_SET, Contestant.SKIP_LIST_MAP)
            : contestants(profile, true);
    List<Point> all = new ArrayList<>();
    for (int threads : selection.threads()) {
      Duration setup = Duration.ofMillis(1500 + 300L * threads);
      for (Contestant each : contestants) {
        all.add(
            Point.ofThreads(
                each.structure(),
                threads,
                new JmhRun(
                    DisjointBenchmark.class,
                    "insertRange",
                    Map.of("structure", each.key()),
                    effort,
                    MixPoints.FLAGS,
                    setup)));
      }
      for (Otp otp : selection.otps()) {
        all.add(
            Point.ofThreads(
                otp.structure("ordered_set w r"),
                threads,
                new ErlangRun(
                    otp.command(),
                    List.of(
                        "disjoint",
                        "ordered_set:w:r",
                        Integer.toString(threads),
                        Integer.toString(DisjointBenchmark.KEYS),
                        "1",
                        Integer.toString(profile.repetitions())),
                    setup)));
      }
    }
    return experiment(
        "insert_disjoint_ranges",
        "Inserts into disjoint ranges",
        "Each thread inserts %,d ascending keys of a range of its own."
            .formatted(DisjointBenchmark.KEYS),
        Axis.THREADS,
        all);
  }

  private Experiment counters(Selection selection, MixPoints points) {
    int threads = selection.mostThreads();
    String mix = MIXES.get(0);
    List<Point> all = new ArrayList<>();
    for (String counters : List.of("central", "decentral")) {
      String table = "set:w:counters=" + counters;
      all.add(
          new Point(
              new Structure("table set w", Structure.Origin.JETS),
              counters,
              threads,
              points.ofJvm("table/" + table, mix, threads)));
      for (Otp otp : selection.otps()) {
        all.add(
            new Point(
                otp.structure("set w"),
                counters,
                threads,
                points.ofErlang(otp.command(), table, mix, threads)));
      }
    }
    return experiment(
        "counters",
        "Central and decentralised counters, inserts and deletes, %d threads".formatted(threads),
        "",
        new Axis("counters", Axis.Scale.CATEGORIES),
        all);
  }

  private Experiment experiment(
      String name, String title, String note, Axis axis, List<Point> points) {
    Figure figure = axis.scale() == Axis.Scale.CATEGORIES ? Figure.BARS : Figure.LINES;
    return new Experiment(name(), name, title, note, figure, axis, Unit.MOPS, "", points);
  }
}
