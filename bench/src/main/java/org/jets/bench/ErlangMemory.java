package org.jets.bench;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jets.ets.Backend;
import org.jets.ets.EtsTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Bytes of an object of small integers in a set, all in all, beside those of the local Erlang. */
final class ErlangMemory {
  private static final int ERLANG_OBJECTS = 100_000;

  private ErlangMemory() {}

  static void addTo(List<String> lines) {
    ErlangTables erlang = ErlangTables.start();
    try {
      lines.add("");
      lines.add(
          "Bytes of an object in a set with all that belongs to it, by JOL, and by info memory of OTP "
              + erlang.ask("release")
              + ":");
      addTo(lines, "{Int}", 1, 72, erlang);
      addTo(lines, "{Int,Int}", 2, 88, erlang);
      lines.add(HeapSize.layout());
    } finally {
      erlang.end();
    }
  }

  private static void addTo(
      List<String> lines, String title, int arity, int limit, ErlangTables erlang) {
    long rival = erlang.ask("bytes " + arity + " " + ERLANG_OBJECTS);
    for (Backend backend : SetBenchmark.BACKENDS) {
      double bytes = HeapSize.ofEntry(objects -> filled(backend, arity, objects));
      boolean limited = backend != Backend.CONCURRENT_HASH_MAP;
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
    EtsTable table =
        new TableSpace().newOwner().newTable("weighed", TableOptions.set().backend(backend));
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
