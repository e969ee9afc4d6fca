package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Unit;
import org.jets.ets.Backend;
import org.jets.ets.TableType;

/**
 * The settings that Klaftenegger, Sagonas and Winblad turn (2013, figures 10 to 22, 26 and 27),
 * each over the numbers of threads, in each of their mixes: table options, reader groups, the
 * traversal stack, bucket locks, and the hash table of the standard library.
 *
 * @param suite the name of the suite
 */
record SettingSweeps(String suite, Selection selection, MixPoints points) {
  private static final List<Integer> LOOKUPS = List.of(90, 99, 100);
  private static final int MOST = 64;
  private static final int MOST_LOCKS = 256;

  /** ETS never has fewer locks. */
  private static final int LEAST_LOCKS_OF_ETS = 64;

  private static final int OTP_WITH_LOCKS = 25;

  /**
   * A value of a setting.
   *
   * @param key of {@link KeyedStructures}
   */
  private record Ours(Structure structure, String key) {}

  /**
   * A value of a setting in Erlang.
   *
   * @param title of the table
   * @param table and its options
   * @param flags of the emulator
   */
  private record Erlangs(String title, String table, List<String> flags) {}

  /** Returns the experiments of all settings. */
  List<Experiment> all() {
    List<Experiment> all = new ArrayList<>();
    for (String type : List.of("set", "ordered_set")) {
      for (int lookups : LOOKUPS) {
        all.add(options(type, lookups));
      }
    }
    for (int lookups : LOOKUPS) {
      all.add(locks(lookups));
    }
    for (String type : List.of("set", "ordered_set")) {
      for (int lookups : LOOKUPS) {
        all.add(readerGroups(type, lookups));
      }
    }
    all.add(stacks(100));
    all.add(stacks(90));
    for (int lookups : List.of(90, 100)) {
      all.add(libraryTable(lookups));
    }
    return all;
  }

  private Experiment options(String type, int lookups) {
    List<Ours> ours = new ArrayList<>();
    List<Erlangs> erlangs = new ArrayList<>();
    for (String words : List.of("", ":r", ":w", ":w:r")) {
      String title = type + words.replace(":", " ");
      ours.add(new Ours(jets("table " + title), "table/" + type + words));
      erlangs.add(new Erlangs(title, type + words, List.of()));
    }
    return experiment(
        "options-" + type,
        "Options of " + type,
        "r is read_concurrency and w write_concurrency.",
        lookups,
        ours,
        otp -> erlangs);
  }

  private Experiment locks(int lookups) {
    List<Ours> ours = new ArrayList<>();
    List<Erlangs> erlangs = new ArrayList<>();
    for (int locks : powersOfFour(MOST_LOCKS)) {
      ours.add(new Ours(jets("StripedHashMap, " + locks + " locks"), "striped/locks=" + locks));
      if (locks >= LEAST_LOCKS_OF_ETS) {
        erlangs.add(new Erlangs("set, " + locks + " locks", "set:locks=" + locks, List.of()));
      }
    }
    return experiment(
        "locks",
        "Bucket locks",
        "ETS has 64 locks at least, and from OTP 25 on an option for their number.",
        lookups,
        ours,
        otp -> Integer.parseInt(otp.release()) >= OTP_WITH_LOCKS ? erlangs : List.of());
  }

  /** Only the striped map has reader groups: readers of the other structures write nothing. */
  private Experiment readerGroups(String type, int lookups) {
    boolean isOrdered = type.equals("ordered_set");
    List<Ours> ours = new ArrayList<>();
    List<Erlangs> erlangs = new ArrayList<>();
    for (int groups : powersOfFour(MOST)) {
      if (!isOrdered) {
        ours.add(
            new Ours(
                jets("StripedHashMap, " + groups + " reader groups"), "striped/groups=" + groups));
      }
      erlangs.add(
          new Erlangs(
              type + " w r, " + groups + " reader groups",
              type + ":w:r",
              List.of("+rg", Integer.toString(groups))));
    }
    if (isOrdered) {
      ours.add(new Ours(Contestant.ORDERED_SET.structure(), Contestant.ORDERED_SET.key()));
    }
    return experiment(
        "reader_groups-" + type,
        "Reader groups of " + type,
        "StripedHashMap with 64 locks, whose readers take one only where writers keep changing what"
            + " they read; ETS with read_concurrency, by the emulator's option +rg.",
        lookups,
        ours,
        otp -> erlangs);
  }

  private Experiment stacks(int lookups) {
    List<Erlangs> erlangs =
        List.of(
            new Erlangs("ordered_set", "ordered_set", List.of()),
            new Erlangs("ordered_set r", "ordered_set:r", List.of()),
            new Erlangs("ordered_set w r", "ordered_set:w:r", List.of()));
    return experiment(
        "stacks",
        "Static and dynamic traversal stack",
        "A static stack is one saved path for all readers, which steps from key to key go on from."
            + " ETS has one without write_concurrency.",
        lookups,
        List.of(
            new Ours(jets("LockedAvlTreeMap"), "tree/LOCKED_AVL"),
            new Ours(jets("LockedAvlTreeMap with a saved path"), "tree/LOCKED_AVL_SAVED_PATH")),
        otp -> erlangs);
  }

  private Experiment libraryTable(int lookups) {
    List<Ours> ours = new ArrayList<>();
    ours.add(new Ours(Contestant.SET.structure(), Contestant.SET.key()));
    for (Contestant each : Contestant.tables(TableType.SET)) {
      if (each.key().endsWith("/" + Backend.CONCURRENT_HASH_MAP)) {
        ours.add(new Ours(each.structure(), each.key()));
      }
    }
    ours.add(
        new Ours(Contestant.CONCURRENT_HASH_MAP.structure(), Contestant.CONCURRENT_HASH_MAP.key()));
    return experiment(
        "library",
        "The hash table of the standard library, as a store and alone",
        "",
        lookups,
        ours,
        otp -> List.of(new Erlangs("set w r", "set:w:r", List.of())));
  }

  private static List<Integer> powersOfFour(int most) {
    return IntStream.iterate(1, power -> power <= most, power -> 4 * power).boxed().toList();
  }

  private static Structure jets(String name) {
    return new Structure(name, Structure.Origin.JETS);
  }

  private Experiment experiment(
      String name,
      String title,
      String note,
      int lookups,
      List<Ours> ours,
      Function<Otp, List<Erlangs>> erlangs) {
    String mix = Mix.ofLookups(lookups);
    List<Point> all = new ArrayList<>();
    for (int threads : selection.threads()) {
      for (Ours each : ours) {
        all.add(Point.ofThreads(each.structure(), threads, points.ofJvm(each.key(), mix, threads)));
      }
      for (Otp otp : selection.otps()) {
        for (Erlangs each : erlangs.apply(otp)) {
          List<String> command = new ArrayList<>(otp.command());
          command.addAll(each.flags());
          all.add(
              Point.ofThreads(
                  otp.structure(each.title()),
                  threads,
                  points.ofErlang(command, each.table(), mix, threads)));
        }
      }
    }
    return new Experiment(
        suite,
        name + "-" + lookups,
        title + ", " + lookups + " % lookups",
        note,
        Figure.LINES,
        Axis.THREADS,
        Unit.MOPS,
        "",
        all);
  }
}
