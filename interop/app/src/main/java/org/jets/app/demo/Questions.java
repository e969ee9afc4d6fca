package org.jets.app.demo;

import static org.jets.ets.match.Match.any;
import static org.jets.ets.match.Match.newTuple;
import static org.jets.ets.match.Match.tuple;
import static org.jets.ets.match.Match.var;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jets.ets.LocalTable;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** The queries of the demo by match specifications, and the form of their results. */
final class Questions {
  private static final String MODULE = "java.base";
  private static final String PACKAGE = "java.lang.ref";
  private static final String METHOD = "parallelStream";
  private static final int TOP = 10;
  private static final int LINE_WIDTH = 98;
  private static final String INDENT = "  ";

  private static final MatchSpec MOST_REFERENCED =
      MatchSpec.from(tuple(var(1), var(2))).select(newTuple(var(2), var(1)));

  private static final MatchSpec LARGEST =
      MatchSpec.from(tuple(var(1), var(2), any(), any(), any(), any()))
          .select(newTuple(var(2), var(1)));

  private final ClassTables tables;
  private final PrintStream out;

  Questions(ClassTables tables, PrintStream out) {
    this.tables = tables;
    this.out = out;
  }

  void askAll() {
    show(
        "The ten most referenced classes, by the number of classes that refer to them:",
        tables.references(),
        MOST_REFERENCED,
        mostReferenced());
    show("The ten largest class files, in bytes:", tables.classes(), LARGEST, largest());
    MatchSpec inPackage = inPackageSpec(MODULE, PACKAGE);
    List<String> classes = inPackage(MODULE, PACKAGE);
    showWrapped(
        "In the package " + PACKAGE + ", " + classes.size() + ":",
        tables.classes(),
        inPackage,
        classes);
    MatchSpec declarersOf = declarersSpec(METHOD);
    List<String> declarers = declarersOf(METHOD);
    showWrapped(
        "Declaring a method " + METHOD + ", " + declarers.size() + ":",
        tables.methods(),
        declarersOf,
        declarers);
  }

  /** A name and a number. */
  record Entry(String name, long number) {}

  /** Queries a set for its largest counters. */
  List<Entry> mostReferenced() {
    return top(tables.references().select(MOST_REFERENCED)).stream()
        .map(pair -> new Entry(((Atom) pair.element(2)).name(), number(pair)))
        .toList();
  }

  /** Queries an ordered_set by another element than the key. */
  List<Entry> largest() {
    return top(tables.classes().select(LARGEST)).stream()
        .map(pair -> new Entry(ClassTables.name(pair.element(2)), number(pair)))
        .toList();
  }

  /** Returns the pairs <code>{Number, Key}</code> with the largest numbers, then by key. */
  private static List<Tuple> top(List<Term> pairs) {
    Comparator<Tuple> descending =
        Comparator.comparing((Tuple pair) -> pair.element(1), TermOrder.STANDARD)
            .reversed()
            .thenComparing(pair -> pair.element(2), TermOrder.STANDARD);
    return pairs.stream().map(Tuple.class::cast).sorted(descending).limit(TOP).toList();
  }

  private static long number(Tuple pair) {
    return ((IntegerTerm) pair.element(1)).longValue();
  }

  /** Queries an ordered_set for the keys with a common beginning: a range. */
  List<String> inPackage(String module, String packageName) {
    return tables.classes().select(inPackageSpec(module, packageName)).stream()
        .map(name -> ((Atom) name).name())
        .toList();
  }

  private static MatchSpec inPackageSpec(String module, String packageName) {
    return MatchSpec.from(
            tuple(
                tuple(Atom.of(module), Atom.of(packageName), var(1)),
                any(),
                any(),
                any(),
                any(),
                any()))
        .select(var(1));
  }

  /** Queries a bag for all objects of one key: a lookup. */
  List<String> declarersOf(String method) {
    return tables.methods().select(declarersSpec(method)).stream()
        .map(ClassTables::name)
        .sorted()
        .toList();
  }

  private static MatchSpec declarersSpec(String method) {
    return MatchSpec.from(tuple(Atom.of(method), var(1))).select(var(1));
  }

  private void show(String title, LocalTable asked, MatchSpec question, List<Entry> entries) {
    showQuestion(title, asked, question);
    for (Entry entry : entries) {
      out.printf(Locale.ROOT, "%s%,9d  %s%n", INDENT, entry.number(), entry.name());
    }
    out.println();
  }

  private void showQuestion(String title, LocalTable asked, MatchSpec question) {
    out.println(title);
    out.println(INDENT + question);
    printWrapped(INDENT + INDENT, List.of(asked.explain(question).toString().split(" ")));
  }

  private void showWrapped(String title, LocalTable asked, MatchSpec question, List<String> words) {
    showQuestion(title, asked, question);
    printWrapped(INDENT, words);
    out.println();
  }

  private void printWrapped(String indent, List<String> words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      if (line.length() > 0 && indent.length() + line.length() + 1 + word.length() > LINE_WIDTH) {
        out.println(indent + line);
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    if (line.length() > 0) {
      out.println(indent + line);
    }
  }
}
