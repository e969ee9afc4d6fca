package org.jets.app.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.jets.ets.LocalTable;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;

/**
 * The table of rates and sizes at the end of the demo. Its bytes for each object are those that the
 * table itself reports as {@code info(memory)}.
 */
final class TableReport {
  private static final String HEAD = "%-10s %-11s %-21s %8s %11s %11s %11s %9s%n";
  private static final Atom MEMORY = Atom.of("memory");
  private static final int BYTES_PER_WORD = 8;

  private final ClassTables tables;
  private final Workers workers;
  private final PrintStream out;

  TableReport(ClassTables tables, Workers workers, PrintStream out) {
    this.tables = tables;
    this.workers = workers;
    this.out = out;
  }

  void print() throws IOException {
    out.printf(
        HEAD, "table", "type", "store", "size", "insert/s", "update/s", "lookup/s", "bytes/obj");
    print("classes", tables.classes(), rate(tables.classInserts()), "-");
    print("references", tables.references(), "-", rate(tables.referenceUpdates()));
    print("methods", tables.methods(), rate(tables.methodInserts()), "-");
  }

  private void print(String name, LocalTable table, String inserts, String updates)
      throws IOException {
    out.printf(
        HEAD,
        name,
        table.type().term().name(),
        table.backend(),
        String.format(Locale.ROOT, "%,d", table.size()),
        inserts,
        updates,
        rate(LookupMeasurement.perSecond(table, workers)),
        String.format(Locale.ROOT, "%.0f", bytesPerObject(table)));
  }

  /** Returns 0 for an empty table. */
  static double bytesPerObject(LocalTable table) {
    long words = ((IntegerTerm) table.info(MEMORY).orElseThrow()).longValue();
    return table.size() == 0 ? 0 : (double) BYTES_PER_WORD * words / table.size();
  }

  private String rate(Meter meter) {
    return rate(meter.perSecond(workers.threads()));
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.0f", perSecond);
  }
}
