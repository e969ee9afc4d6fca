package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.Unit;
import org.jets.bench.scale.FootprintMeasurement.Kind;
import org.jets.ets.TableType;

/** Bytes of structures with all that belongs to them, keys too, by JOL; of ETS by ets:info. */
public final class MemorySuite implements Suite {
  /** The number of objects of a kind, as memory allows. */
  private static final int MANY = 10_000_000;

  /** Has no state. */
  public MemorySuite() {}

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String description() {
    return "bytes per entry and per object, of empty structures, and after deleting 90 %";
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    return List.of(
        "structures of "
            + String.join(", ", sizes(profile, selection).stream().map("%,d"::formatted).toList())
            + " random keys",
        "in full: 1,000, 1,000,000 and 10,000,000, as memory allows");
  }

  private static List<Integer> sizes(Profile profile, Selection selection) {
    List<Integer> sizes =
        new ArrayList<>(
            switch (profile) {
              case QUICK -> List.of(1_000, 100_000);
              case STANDARD -> List.of(1_000, 1_000_000);
              case FULL -> List.of(1_000, 1_000_000, 10_000_000);
            });
    sizes.removeIf(
        size -> FootprintPoints.megabytes(size) > (selection.memoryBytes() >> 20) && size > 1_000);
    return sizes;
  }

  private static List<Contestant> contestants(Profile profile) {
    if (profile == Profile.QUICK) {
      return List.of(
          Contestant.SET,
          Contestant.ORDERED_SET,
          Contestant.SPLIT_ORDERED,
          Contestant.STRIPED,
          Contestant.CONTENTION_ADAPTING,
          Contestant.LOCK_FREE,
          Contestant.CONCURRENT_HASH_MAP,
          Contestant.SKIP_LIST_MAP,
          Contestant.NON_BLOCKING_HASH_MAP);
    }
    List<Contestant> all = new ArrayList<>(Contestant.tables(TableType.SET));
    all.addAll(Contestant.tables(TableType.ORDERED_SET));
    all.addAll(Contestant.hashMaps());
    all.addAll(Contestant.trees());
    return all;
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    List<Integer> sizes = sizes(profile, selection);
    return List.of(
        perEntry(profile, selection, sizes),
        perObject(profile, selection),
        empty(profile, selection),
        afterDeletion(profile, selection, sizes.get(sizes.size() - 1)));
  }

  private Experiment perEntry(Profile profile, Selection selection, List<Integer> sizes) {
    List<Point> all = new ArrayList<>();
    for (int keys : sizes) {
      String x = Integer.toString(keys);
      for (Contestant each : contestants(profile)) {
        all.add(
            new Point(
                each.structure(), x, 1, FootprintPoints.ofJvm(each.key(), keys, Kind.PER_KEY)));
      }
      for (Otp otp : selection.otps()) {
        for (String table : List.of("set", "ordered_set")) {
          all.add(
              new Point(
                  otp.structure(table),
                  x,
                  1,
                  FootprintPoints.perObject(otp.command(), table, keys, 1)));
        }
      }
    }
    return experiment(
        "entry",
        "Bytes for each entry, or object {Key} of a table",
        "Boxed keys count; values of maps, which are one for all, do not.",
        new Axis("keys", Axis.Scale.LOGARITHMIC),
        Unit.BYTES_PER_ENTRY,
        all);
  }

  private Experiment perObject(Profile profile, Selection selection) {
    boolean hasRoom = FootprintPoints.megabytesOfObjects(MANY) <= selection.memoryBytes() >> 20;
    int count = profile == Profile.QUICK || !hasRoom ? MANY / 10 : MANY;
    List<Point> all = new ArrayList<>();
    for (StoredObject stored : StoredObject.values()) {
      String x = stored.toString();
      for (Contestant each : List.of(Contestant.SET, Contestant.ORDERED_SET)) {
        all.add(
            new Point(
                each.structure(), x, 1, FootprintPoints.ofObjects(each.key(), count, stored)));
      }
      for (Otp otp : selection.otps()) {
        for (String table : List.of("set", "ordered_set")) {
          all.add(
              new Point(
                  otp.structure(table),
                  x,
                  1,
                  FootprintPoints.ofObjects(otp.command(), table, count, stored)));
        }
      }
    }
    return experiment(
        "objects",
        "Bytes for each of %,d objects of a table".formatted(count),
        "By the growth of the heap; of ETS by ets:info.",
        new Axis("object", Axis.Scale.CATEGORIES),
        Unit.BYTES_PER_ENTRY,
        all);
  }

  private Experiment empty(Profile profile, Selection selection) {
    List<Point> all = new ArrayList<>();
    for (Contestant each : contestants(profile)) {
      all.add(
          new Point(
              each.structure(), "empty", 1, FootprintPoints.ofJvm(each.key(), 0, Kind.EMPTY)));
    }
    for (Otp otp : selection.otps()) {
      for (String table : List.of("set", "ordered_set")) {
        all.add(
            new Point(
                otp.structure(table), "empty", 1, FootprintPoints.empty(otp.command(), table)));
      }
    }
    return experiment(
        "empty",
        "Bytes of an empty structure",
        "Of tables: of one more in a space that has one.",
        new Axis("keys", Axis.Scale.CATEGORIES),
        Unit.BYTES,
        all);
  }

  private Experiment afterDeletion(Profile profile, Selection selection, int keys) {
    List<Point> all = new ArrayList<>();
    for (Contestant each : contestants(profile)) {
      all.add(
          new Point(
              each.structure(), "full", 1, FootprintPoints.ofJvm(each.key(), keys, Kind.FULL)));
      all.add(
          new Point(
              each.structure(),
              "after deletion",
              1,
              FootprintPoints.ofJvm(each.key(), keys, Kind.REST)));
    }
    for (Otp otp : selection.otps()) {
      for (String table : List.of("set", "ordered_set")) {
        all.add(
            new Point(
                otp.structure(table),
                "full",
                1,
                FootprintPoints.inAll(otp.command(), table, keys, "full")));
        all.add(
            new Point(
                otp.structure(table),
                "after deletion",
                1,
                FootprintPoints.inAll(otp.command(), table, keys, "rest")));
      }
    }
    return experiment(
        "deletion",
        "Bytes with %,d keys, and after nine of ten have been deleted".formatted(keys),
        "",
        new Axis("state", Axis.Scale.CATEGORIES),
        Unit.BYTES,
        all);
  }

  private Experiment experiment(
      String name, String title, String note, Axis axis, Unit unit, List<Point> points) {
    return new Experiment(name(), name, title, note, Figure.BARS, axis, unit, "", points);
  }
}
