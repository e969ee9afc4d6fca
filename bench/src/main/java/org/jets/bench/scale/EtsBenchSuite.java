package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Collector;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.Unit;
import org.jets.ets.TableType;

/**
 * The experiments of Klaftenegger, Sagonas and Winblad, On the Scalability of the Erlang Term
 * Storage (2013), and of Trinder and others, Scaling Reliably (2017), figures 17 to 19: lookups
 * with few updates, half of them inserts and half deletes, on keys of a range that is half full;
 * then the options that the papers turn, at one number of threads for a look, and else as {@link
 * SettingSweeps}.
 *
 * <p>Other than there, operations are counted in a time, and not timed in a number.
 */
public final class EtsBenchSuite implements Suite {
  private static final int RANGE = 1 << 21;
  private static final int SHORT_RANGE = 1 << 17;
  private static final String TURNED = "insert=5:delete=5:lookup=90";
  private static final List<String> NONE_R_W_RW = List.of("none", "r", "w", "rw");

  /** Has no state. */
  public EtsBenchSuite() {}

  @Override
  public String name() {
    return "ets_bench";
  }

  @Override
  public String description() {
    return "lookups with 0, 1 and 10 % updates over threads; table options, locks, reader groups,"
        + " stacks, stores (Klaftenegger and others 2013, Trinder and others 2017)";
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    MixPoints points = points(profile, Collector.PARALLEL);
    return List.of(
        "keys from 1 to %,d, of which %,d are inserted at random before; %s"
            .formatted(points.range(), points.range() / 2, points.turns()),
        profile == Profile.FULL
            ? "as in the papers, but timed: there 16,777,216 operations"
            : "the papers: keys to 2,097,152, and 16,777,216 operations");
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    List<Collector> collectors = MixPoints.collectors(profile, selection);
    MixPoints points = points(profile, collectors.get(0));
    List<Experiment> all = new ArrayList<>();
    List<Integer> ofLookups = profile == Profile.QUICK ? List.of(90, 100) : List.of(90, 99, 100);
    for (TableType type : List.of(TableType.SET, TableType.ORDERED_SET)) {
      for (int lookups : ofLookups) {
        for (Collector collector : collectors) {
          all.add(sweep(profile, selection, points(profile, collector), lookups, type));
        }
      }
    }
    if (profile == Profile.QUICK) {
      all.add(options(selection, points));
      all.add(locks(selection, points));
      all.add(readerGroups(selection, points));
      all.add(stacks(selection, points));
    } else {
      all.addAll(new SettingSweeps(name(), selection, points).all());
    }
    all.add(stores(selection, points, TableType.SET, "set"));
    all.add(stores(selection, points, TableType.ORDERED_SET, "ordered_set"));
    return all;
  }

  private static MixPoints points(Profile profile, Collector collector) {
    return new MixPoints(
        profile == Profile.QUICK ? SHORT_RANGE : RANGE,
        MixBenchmark.Filling.INSERTS,
        profile,
        collector);
  }

  private Experiment sweep(
      Profile profile, Selection selection, MixPoints points, int lookups, TableType type) {
    boolean ordered = type == TableType.ORDERED_SET;
    String mix = Mix.ofLookups(lookups);
    List<Point> all = new ArrayList<>();
    for (int threads : selection.threads()) {
      for (Contestant each : contestants(profile, ordered)) {
        all.add(Point.ofThreads(each.structure(), threads, points.ofJvm(each.key(), mix, threads)));
      }
      for (Otp otp : selection.otps()) {
        for (String options : profile == Profile.QUICK ? List.of(":w:r") : List.of("", ":w:r")) {
          String table = (ordered ? "ordered_set" : "set") + options;
          all.add(
              Point.ofThreads(
                  otp.structure(table.replace(":", " ")),
                  threads,
                  points.ofErlang(otp.command(), table, mix, threads)));
        }
      }
    }
    return experiment(
        (ordered ? "ordered_set-" : "set-") + lookups + MixPoints.suffix(points.collector()),
        (ordered ? "In key order: " : "By hash: ")
            + lookups
            + " % lookups, "
            + points.collector().title(),
        "Updates are half inserts and half deletes; ETS with write_concurrency and"
            + " read_concurrency.",
        Axis.THREADS,
        all);
  }

  private static List<Contestant> contestants(Profile profile, boolean ordered) {
    if (profile == Profile.QUICK) {
      return ordered
          ? List.of(
              Contestant.ORDERED_SET,
              Contestant.CONTENTION_ADAPTING,
              Contestant.LOCK_FREE,
              Contestant.SKIP_LIST_MAP)
          : List.of(
              Contestant.SET,
              Contestant.SPLIT_ORDERED,
              Contestant.CONCURRENT_HASH_MAP,
              Contestant.NON_BLOCKING_HASH_MAP);
    }
    List<Contestant> all =
        new ArrayList<>(List.of(ordered ? Contestant.ORDERED_SET : Contestant.SET));
    all.addAll(ordered ? Contestant.trees() : Contestant.hashMaps());
    return all;
  }

  private Experiment options(Selection selection, MixPoints points) {
    int threads = selection.mostThreads();
    List<Point> all = new ArrayList<>();
    for (String type : List.of("set", "ordered_set")) {
      for (String options : NONE_R_W_RW) {
        String table = type + words(options);
        Structure ours = new Structure("table " + type, Structure.Origin.JETS);
        all.add(new Point(ours, options, threads, points.ofJvm("table/" + table, TURNED, threads)));
        for (Otp otp : selection.otps()) {
          all.add(
              new Point(
                  otp.structure(type),
                  options,
                  threads,
                  points.ofErlang(otp.command(), table, TURNED, threads)));
        }
      }
    }
    return experiment(
        "options",
        "Table options, 90 %% lookups, %d threads".formatted(threads),
        "r is read_concurrency and w write_concurrency.",
        new Axis("options", Axis.Scale.CATEGORIES),
        all);
  }

  private static String words(String options) {
    return switch (options) {
      case "r" -> ":r";
      case "w" -> ":w";
      case "rw" -> ":w:r";
      default -> "";
    };
  }

  private Experiment locks(Selection selection, MixPoints points) {
    int threads = selection.mostThreads();
    Structure ours = Contestant.STRIPED.structure();
    List<Point> all = new ArrayList<>();
    for (int locks : List.of(1, 16, 256)) {
      String x = Integer.toString(locks);
      all.add(new Point(ours, x, threads, points.ofJvm("striped/locks=" + locks, TURNED, threads)));
      for (Otp otp : selection.otps()) {
        if (locks >= 64 && Integer.parseInt(otp.release()) >= 25) {
          String table = "set:locks=" + locks;
          all.add(
              new Point(
                  otp.structure("set"),
                  x,
                  threads,
                  points.ofErlang(otp.command(), table, TURNED, threads)));
        }
      }
    }
    return experiment(
        "locks",
        "Bucket locks, 90 %% lookups, %d threads".formatted(threads),
        "ETS has 64 locks at least, and from OTP 25 on an option for their number.",
        new Axis("locks", Axis.Scale.LOGARITHMIC),
        all);
  }

  private Experiment readerGroups(Selection selection, MixPoints points) {
    int threads = selection.mostThreads();
    Structure ours = Contestant.STRIPED.structure();
    List<Point> all = new ArrayList<>();
    for (int groups : List.of(1, 64)) {
      String x = Integer.toString(groups);
      all.add(
          new Point(ours, x, threads, points.ofJvm("striped/groups=" + groups, TURNED, threads)));
      for (Otp otp : selection.otps()) {
        List<String> command = new ArrayList<>(otp.command());
        command.addAll(List.of("+rg", x));
        all.add(
            new Point(
                otp.structure("set w r"),
                x,
                threads,
                points.ofErlang(command, "set:w:r", TURNED, threads)));
      }
    }
    return experiment(
        "reader_groups",
        "Reader groups, 90 %% lookups, %d threads".formatted(threads),
        "StripedHashMap with 64 locks, whose readers take one only where writers keep changing what"
            + " they read; ETS with read_concurrency, by the emulator's option +rg.",
        new Axis("reader groups", Axis.Scale.LOGARITHMIC),
        all);
  }

  private Experiment stacks(Selection selection, MixPoints points) {
    Structure ours = new Structure("LockedAvlTreeMap", Structure.Origin.JETS);
    int threads = selection.mostThreads();
    List<Point> all = new ArrayList<>();
    for (String mix : List.of(TURNED, "nextseq100=100")) {
      String work = mix.equals(TURNED) ? "90 % lookups" : "100 steps";
      all.add(
          new Point(
              ours, "dynamic, " + work, threads, points.ofJvm("tree/LOCKED_AVL", mix, threads)));
      all.add(
          new Point(
              ours,
              "static, " + work,
              threads,
              points.ofJvm("tree/LOCKED_AVL_SAVED_PATH", mix, threads)));
    }
    return experiment(
        "stacks",
        "Static and dynamic traversal stack, %d threads".formatted(threads),
        "A static stack is one saved path for all readers, which steps from key to key go on from.",
        new Axis("stack", Axis.Scale.CATEGORIES),
        all);
  }

  private Experiment stores(Selection selection, MixPoints points, TableType type, String word) {
    int threads = selection.mostThreads();
    List<Point> all = new ArrayList<>();
    for (Contestant each : Contestant.tables(type)) {
      all.add(
          new Point(each.structure(), word, threads, points.ofJvm(each.key(), TURNED, threads)));
    }
    for (Otp otp : selection.otps()) {
      all.add(
          new Point(
              otp.structure(word + " w r"),
              word,
              threads,
              points.ofErlang(otp.command(), word + ":w:r", TURNED, threads)));
    }
    return experiment(
        "stores-" + word,
        "Tables of type %s on each store, 90 %% lookups, %d threads".formatted(word, threads),
        "",
        new Axis("type", Axis.Scale.CATEGORIES),
        all);
  }

  private Experiment experiment(
      String name, String title, String note, Axis axis, List<Point> points) {
    Figure figure = axis.scale() == Axis.Scale.CATEGORIES ? Figure.BARS : Figure.LINES;
    return new Experiment(name(), name, title, note, figure, axis, Unit.MOPS, "", points);
  }
}
