package org.jets.bench.terms;

import java.util.List;
import java.util.Locale;
import org.jets.bench.harness.HeapSize;
import org.jets.bench.harness.Row;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Bytes that terms take on the heap, as JOL sees them. */
public final class TermMemory {
  private static final String FORMAT = "%-36s %12s %8s  %-6s %s";
  private static final int UNLIMITED = 0;

  /**
   * @param limit the most bytes that the object itself may take; 0 where nothing was set
   */
  private record Row(String title, Term term, int limit) {}

  private TermMemory() {}

  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add("Bytes on the heap, by JOL; one atom stands for all elements, and does not count:");
    lines.add(String.format(FORMAT, "", "the object", "in all", "goal", "").stripTrailing());
    Term element = Atom.OK;
    for (Row row :
        List.of(
            new Row("integer of 32 bits", IntegerTerm.of(1 << 30), 16),
            new Row("integer of 64 bits", IntegerTerm.of(1L << 62), 24),
            new Row("float", FloatTerm.of(1.5), UNLIMITED),
            new Row("{A}", Tuple.of(element), 16),
            new Row("{A, B}", Tuple.of(element, element), 24),
            new Row("{A, B, C}", Tuple.of(element, element, element), UNLIMITED),
            new Row("{A, B, C, D}", Tuple.of(element, element, element, element), UNLIMITED),
            new Row(
                "string of 100 Latin-1 characters", ListTerm.ofText("x".repeat(100)), UNLIMITED),
            new Row("[A | List]", ListTerm.cons(element, ListTerm.empty()), UNLIMITED),
            new Row("binary of 100 bytes", Binary.of(new byte[100]), UNLIMITED),
            new Row("#{A => B}", MapTerm.of(element, element), UNLIMITED))) {
      lines.add(line(row, element));
    }
    lines.add(
        String.format("Integers from -128 to 1023 are shared: %s", areShared() ? "yes" : "NO"));
    lines.add(HeapSize.layout());
  }

  private static String line(Row row, Term element) {
    long object = HeapSize.ofObject(row.term());
    long all = HeapSize.ofGraph(row.term(), element) - HeapSize.ofGraph(element);
    boolean limited = row.limit() != UNLIMITED;
    return String.format(
            Locale.ROOT,
            FORMAT,
            row.title(),
            object,
            all,
            limited ? "<= " + row.limit() : "",
            !limited ? "" : object <= row.limit() ? "reached" : "missed")
        .stripTrailing();
  }

  private static boolean areShared() {
    for (int i = -128; i <= 1023; i++) {
      IntegerTerm first = IntegerTerm.of(i);
      IntegerTerm second = IntegerTerm.of(i);
      if (first != second) {
        return false;
      }
    }
    return true;
  }
}
