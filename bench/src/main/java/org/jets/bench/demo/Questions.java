package org.jets.bench.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jets.ets.EtsTable;
import org.jets.ets.KeyRange;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** What the demo asks its tables, and how it shows the answers. */
final class Questions {
  private static final String MODULE = "java.base";
  private static final String PACKAGE = "java.lang.ref";
  private static final String METHOD = "parallelStream";
  private static final int TOP = 10;
  private static final int LINE_WIDTH = 98;
  private static final String INDENT = "  ";

  private final ClassTables tables;
  private final PrintStream out;

  Questions(ClassTables tables, PrintStream out) {
    this.tables = tables;
    this.out = out;
  }

  void askAll() {
    show(
        "The ten most referenced classes, by the number of classes that refer to them:",
        mostReferenced());
    show("The ten largest class files, in bytes:", largest());
    List<String> inPackage = inPackage(MODULE, PACKAGE);
    showWrapped(
        "In the package " + PACKAGE + ", by a range of keys, " + inPackage.size() + ":", inPackage);
    List<String> declarers = declarersOf(METHOD);
    showWrapped(
        "Declaring a method " + METHOD + ", by its key, " + declarers.size() + ":", declarers);
  }

  /** A name and a number. */
  record Entry(String name, long number) {}

  /** Asks a set for its largest counters. */
  List<Entry> mostReferenced() {
    return largest(tables.references(), ClassTables.COUNT).stream()
        .map(o -> new Entry(((Atom) o.element(1)).name(), number(o, ClassTables.COUNT)))
        .toList();
  }

  /** Asks an ordered_set by another element than the key. */
  List<Entry> largest() {
    return largest(tables.classes(), ClassTables.SIZE).stream()
        .map(o -> new Entry(ClassTables.name(o.element(1)), number(o, ClassTables.SIZE)))
        .toList();
  }

  private static List<Tuple> largest(EtsTable table, int position) {
    Comparator<Tuple> descending =
        Comparator.comparing((Tuple object) -> object.element(position), TermOrder.STANDARD)
            .reversed()
            .thenComparing(object -> object.element(ClassTables.KEY), TermOrder.STANDARD);
    try (Stream<Tuple> objects = table.stream()) {
      return objects.sorted(descending).limit(TOP).toList();
    }
  }

  private static long number(Tuple object, int position) {
    return ((IntegerTerm) object.element(position)).longValue();
  }

  /**
   * Asks an ordered_set for a range of keys: numbers come before all atoms, and lists after them.
   */
  List<String> inPackage(String module, String packageName) {
    Term lower = Tuple.of(Atom.of(module), Atom.of(packageName), IntegerTerm.of(0));
    Term upper = Tuple.of(Atom.of(module), Atom.of(packageName), ListTerm.empty());
    try (Stream<Tuple> objects = tables.classes().stream(KeyRange.open(lower, upper))) {
      return objects
          .map(object -> ((Atom) ((Tuple) object.element(ClassTables.KEY)).element(3)).name())
          .toList();
    }
  }

  /** Asks a bag for all objects of one key. */
  List<String> declarersOf(String method) {
    return tables.methods().lookup(Atom.of(method)).stream()
        .map(object -> ClassTables.name(object.element(ClassTables.DECLARER)))
        .sorted()
        .toList();
  }

  private void show(String title, List<Entry> entries) {
    out.println(title);
    for (Entry entry : entries) {
      out.printf(Locale.ROOT, "%s%,9d  %s%n", INDENT, entry.number(), entry.name());
    }
    out.println();
  }

  private void showWrapped(String title, List<String> words) {
    out.println(title);
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      if (line.length() > 0 && INDENT.length() + line.length() + 1 + word.length() > LINE_WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    lines.forEach(text -> out.println(INDENT + text));
    out.println();
  }
}
