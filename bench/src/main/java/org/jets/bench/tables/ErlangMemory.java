package org.jets.bench.tables;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jets.bench.harness.HeapSize;
import org.jets.bench.harness.comparison.ErlangTables;
import org.jets.bench.harness.comparison.Report;
import org.jets.ets.Backend;
import org.jets.ets.EtsTable;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Bytes of an object of small integers in a table, all in all, beside those of the local Erlang.
 */
public final class ErlangMemory {
  private static final int ERLANG_OBJECTS = 100_000;

  /** Weighed for comparison. */
  private static final Set<Backend> NOT_LIMITED =
      EnumSet.of(Backend.CONCURRENT_HASH_MAP, Backend.SKIP_LIST, Backend.LOCKED_AVL);

  private ErlangMemory() {}

  public static void addTo(List<String> lines) {
    ErlangTables erlang = begin(lines, "a set");
    try {
      addTo(lines, "{Int}", 1, 72, "default", SetBenchmark.BACKENDS, erlang);
      addTo(lines, "{Int,Int}", 2, 88, "default", SetBenchmark.BACKENDS, erlang);
      lines.add(HeapSize.layout());
    } finally {
      erlang.end();
    }
  }

  public static void addOrderedSetsTo(List<String> lines) {
    ErlangTables erlang = begin(lines, "an ordered_set");
    try {
      addTo(lines, "{Int}", 1, 64, "ordered", SetBenchmark.ORDERED_BACKENDS, erlang);
      addTo(lines, "{Int,Int}", 2, 80, "ordered", SetBenchmark.ORDERED_BACKENDS, erlang);
      lines.add(HeapSize.layout());
    } finally {
      erlang.end();
    }
  }

  private static ErlangTables begin(List<String> lines, String table) {
    ErlangTables erlang = ErlangTables.start();
    lines.add("");
    lines.add(
        "Bytes of an object of small integers in "
            + table
            + " with all that belongs to it, by JOL, and by info memory of OTP "
            + erlang.ask("release")
            + ":");
    return erlang;
  }

  private static void addTo(
      List<String> lines,
      String title,
      int arity,
      int limit,
      String options,
      List<Backend> backends,
      ErlangTables erlang) {
    long rival = erlang.ask("bytes " + arity + " " + options + " " + ERLANG_OBJECTS);
    for (Backend backend : backends) {
      double bytes = HeapSize.ofEntry(objects -> filled(backend, arity, objects));
      boolean limited = !NOT_LIMITED.contains(backend);
      lines.add(
          String.format(
                  Locale.ROOT,
                  Report.FORMAT,
                  title + ", " + backend,
                  String.format(Locale.ROOT, "%.1f", bytes),
                  "",
                  "erl",
                  rival,
                  String.format(Locale.ROOT, "%.2f", bytes / rival),
                  limited ? "<= " + limit : "",
                  limited ? bytes <= limit ? "reached" : "missed" : "")
              .stripTrailing());
    }
  }

  private static EtsTable filled(Backend backend, int arity, int objects) {
    EtsTable table = TableAndMap.newTable(backend);
    // Beyond the integers that are shared.
    new Random(8)
        .ints(1 << 16, Integer.MAX_VALUE)
        .distinct()
        .limit(objects)
        .forEach(
            number -> {
              Term[] elements = new Term[arity];
              for (int i = 0; i < arity; i++) {
                elements[i] = IntegerTerm.of(number);
              }
              table.insert(Tuple.of(elements));
            });
    return table;
  }
}
