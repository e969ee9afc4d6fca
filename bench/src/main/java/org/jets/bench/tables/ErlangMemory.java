package org.jets.bench.tables;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jets.bench.harness.HeapSize;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.comparison.ComparisonTable;
import org.jets.bench.harness.comparison.ErlangTables;
import org.jets.ets.EtsTable;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Bytes of an object of small integers in a table, all in all, beside those of the local Erlang.
 */
public final class ErlangMemory {
  private static final int ERLANG_OBJECTS = 100_000;

  private ErlangMemory() {}

  public static void addTo(List<String> lines) throws MeasurementException {
    ErlangTables erlang = begin(lines, "a set");
    try {
      addTo(lines, "{Int}", 1, 72, "default", MeasuredStore.ofSets(), erlang);
      addTo(lines, "{Int,Int}", 2, 88, "default", MeasuredStore.ofSets(), erlang);
      lines.add(HeapSize.layout());
    } finally {
      erlang.end();
    }
  }

  public static void addOrderedSetsTo(List<String> lines) throws MeasurementException {
    ErlangTables erlang = begin(lines, "an ordered_set");
    try {
      addTo(lines, "{Int}", 1, 64, "ordered", MeasuredStore.ofOrderedSets(), erlang);
      addTo(lines, "{Int,Int}", 2, 80, "ordered", MeasuredStore.ofOrderedSets(), erlang);
      lines.add(HeapSize.layout());
    } finally {
      erlang.end();
    }
  }

  private static ErlangTables begin(List<String> lines, String table) throws MeasurementException {
    ErlangTables erlang = new ErlangTables();
    lines.add("");
    lines.add(
        "Bytes of an object of small integers in "
            + table
            + " with all that belongs to it, by JOL, and by info memory of OTP "
            + erlang.release()
            + ":");
    return erlang;
  }

  private static void addTo(
      List<String> lines,
      String title,
      int arity,
      int limit,
      String options,
      List<MeasuredStore> stores,
      ErlangTables erlang)
      throws MeasurementException {
    long rival = (long) erlang.ask("bytes " + arity + " " + options + " " + ERLANG_OBJECTS);
    for (MeasuredStore store : stores) {
      double bytes = HeapSize.ofEntry(objects -> filled(store, arity, objects));
      boolean limited = store.hasGoals();
      lines.add(
          String.format(
                  Locale.ROOT,
                  ComparisonTable.FORMAT,
                  title + ", " + store,
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

  private static EtsTable filled(MeasuredStore store, int arity, int objects) {
    EtsTable table = store.newTable();
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
