package org.jets.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.Unit;
import org.jets.ets.TableType;

/**
 * Latencies of single operations, up to the worst: 80 % lookups and 10 % inserts and deletes each,
 * while the structure stays as it is, grows and shrinks, is split and joined by updates to few
 * keys, or is read as a whole, as of one moment where it can be.
 */
public final class LatencySuite implements Suite {
  private static final String MIX = "insert=10:delete=10:lookup=80";
  private static final int RANGE = 1_000_000;
  private static final int SHORT_RANGE = 100_000;

  /** Has no state. */
  public LatencySuite() {}

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String description() {
    return "distribution of the time of single operations, with resizing, splitting and snapshots"
        + " under way";
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    Effort effort = effort(profile);
    return List.of(
        "keys from 1 to %,d, one half of them present; threads: %d, and one beside; %s"
            .formatted(range(profile), threads(selection), effort));
  }

  private static int range(Profile profile) {
    return profile == Profile.QUICK ? SHORT_RANGE : RANGE;
  }

  private static Effort effort(Profile profile) {
    return switch (profile) {
      case QUICK -> new Effort(1, 1, 1000, 3, 300);
      case STANDARD -> new Effort(1, 1, 3_000, 3, 5_000);
      case FULL -> new Effort(1, 1, 10_000, 5, 20_000);
    };
  }

  /** One processor is left to what goes on beside. */
  private static int threads(Selection selection) {
    return Math.max(1, selection.processors() - 1);
  }

  private static List<Contestant> contestants(Profile profile) {
    if (profile == Profile.QUICK) {
      return List.of(Contestant.SET, Contestant.ORDERED_SET, Contestant.CONCURRENT_HASH_MAP);
    }
    List<Contestant> all = new ArrayList<>(Contestant.tables(TableType.SET));
    all.addAll(Contestant.tables(TableType.ORDERED_SET));
    all.addAll(Contestant.hashMaps());
    all.addAll(Contestant.trees());
    return all;
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    List<Point> all = new ArrayList<>();
    for (Disturbance disturbance : Disturbance.values()) {
      all.addAll(points(disturbance, profile, selection));
    }
    return List.of(
        new Experiment(
            name(),
            "operations",
            "How long single operations take",
            "80 % lookups, 10 % inserts, 10 % deletes; with the time that reading the clock takes,"
                + " the collector and the system; threads: %d, and one beside."
                    .formatted(threads(selection)),
            Figure.PERCENTILES,
            new Axis("beside", Axis.Scale.CATEGORIES),
            Unit.LATENCY_NANOS,
            "",
            all));
  }

  private static List<Point> points(Disturbance disturbance, Profile profile, Selection selection) {
    int threads = threads(selection);
    Effort effort = effort(profile);
    Duration expected =
        Duration.ofMillis(900)
            .plusNanos(range(profile) * 1000L)
            .plusMillis(
                (long) effort.warmups() * effort.warmupMillis()
                    + (long) effort.iterations() * effort.iterationMillis());
    List<String> load =
        List.of(
            MIX,
            disturbance.title(),
            Integer.toString(threads),
            Integer.toString(range(profile)),
            Integer.toString(effort.warmupMillis()),
            Integer.toString(effort.iterations()),
            Integer.toString(effort.iterationMillis()));
    List<Point> all = new ArrayList<>();
    for (Contestant each : contestants(profile)) {
      List<String> arguments = new ArrayList<>(List.of(each.key()));
      arguments.addAll(load);
      all.add(
          new Point(
              each.structure(),
              place(disturbance),
              threads,
              new ForkedRun(
                  LatencyMeasurement.class, arguments, List.of("-Xms2g", "-Xmx2g"), expected)));
    }
    for (Otp otp : selection.otps()) {
      for (String table : List.of("set:w:r", "ordered_set:w:r")) {
        if (profile == Profile.QUICK && table.startsWith("set")) {
          continue;
        }
        List<String> request = new ArrayList<>(List.of("latency", table));
        request.addAll(load);
        all.add(
            new Point(
                otp.structure(table.replace(":", " ")),
                place(disturbance),
                threads,
                new ErlangRun(otp.command(), request, expected)));
      }
    }
    return all;
  }

  private static String place(Disturbance disturbance) {
    return switch (disturbance) {
      case STEADY -> "steady";
      case GROWING -> "growing and shrinking";
      case HOT -> "bursts of updates to few keys";
      case SCANS -> "snapshots of the whole";
    };
  }
}
