package org.jets.app.demo;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.Backend;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The three tables of the demo, safe to fill from many threads.
 *
 * <p>Each has a table space of its own, so that its memory can be measured apart from the others.
 */
final class ClassTables {
  /** Positions in an object of {@link #classes}. */
  static final int KEY = 1;

  static final int SIZE = 2;

  /** The position of the count in an object of {@link #references}. */
  static final int COUNT = 2;

  private static final IntegerTerm ZERO = IntegerTerm.of(0);

  private final LocalTable classes;
  private final LocalTable references;
  private final LocalTable methods;
  private final Meter classInserts = new Meter();
  private final Meter referenceUpdates = new Meter();
  private final Meter methodInserts = new Meter();

  /**
   * Creates empty tables.
   *
   * @param store the store of each table whose type it supports; null for the default ones
   */
  ClassTables(@Nullable Backend store) {
    classes = newTable("classes", TableOptions.orderedSet(), store);
    references = newTable("references", TableOptions.set(), store);
    methods = newTable("methods", TableOptions.bag(), store);
  }

  /** Copies these tables to an owner, as public ones with their names. */
  void copyTo(Owner owner) {
    for (LocalTable table : List.of(classes, references, methods)) {
      TableOptions options = TableOptions.of(table.type()).withNamedTable().withPublicAccess();
      owner.newTable(table.name(), options).insert(table.tab2list());
    }
  }

  private static LocalTable newTable(String name, TableOptions options, @Nullable Backend store) {
    TableOptions shared = options.withPublicAccess();
    return new TableSpace()
        .newOwner()
        .newTable(
            name,
            store != null && store.supports(options.type()) ? shared.withBackend(store) : shared);
  }

  /**
   * Returns an ordered_set of <code>{{Module, Package, Class}, Size, Flags, Methods, Fields,
   * References}</code>: the bytes, the access flags as Java's words, and three counts.
   */
  LocalTable classes() {
    return classes;
  }

  /**
   * Returns a set of <code>{Class, Count}</code>: the number of other classes that have it in their
   * constant pool.
   */
  LocalTable references() {
    return references;
  }

  /**
   * Returns a bag of <code>{Method, {Module, Package, Class}}</code>: the classes that declare it.
   */
  LocalTable methods() {
    return methods;
  }

  Meter classInserts() {
    return classInserts;
  }

  Meter referenceUpdates() {
    return referenceUpdates;
  }

  Meter methodInserts() {
    return methodInserts;
  }

  /** Inserts classes. Terms are created first, so that the meters measure only the tables. */
  void add(List<ClassSummary> summaries) {
    List<Tuple> classObjects = new ArrayList<>();
    List<Tuple> methodObjects = new ArrayList<>();
    List<Tuple> newCounts = new ArrayList<>();
    for (ClassSummary summary : summaries) {
      Tuple key = key(summary.module(), summary.packageName(), summary.simpleName());
      classObjects.add(
          Tuple.of(
              key,
              IntegerTerm.of(summary.size()),
              flags(summary.flags()),
              IntegerTerm.of(summary.methodCount()),
              IntegerTerm.of(summary.fieldCount()),
              IntegerTerm.of(summary.references().size())));
      summary.methodNames().forEach(name -> methodObjects.add(Tuple.of(Atom.of(name), key)));
      summary.references().forEach(name -> newCounts.add(Tuple.of(Atom.of(name), ZERO)));
    }

    long start = System.nanoTime();
    classObjects.forEach(classes::insert);
    classInserts.add(classObjects.size(), start);

    start = System.nanoTime();
    newCounts.forEach(count -> references.updateCounter(count.element(KEY), 1, count));
    referenceUpdates.add(newCounts.size(), start);

    start = System.nanoTime();
    methodObjects.forEach(methods::insert);
    methodInserts.add(methodObjects.size(), start);
  }

  /** Returns the key of a class. */
  static Tuple key(String module, String packageName, String simpleName) {
    return Tuple.of(Atom.of(module), Atom.of(packageName), Atom.of(simpleName));
  }

  /** Returns the binary name of the class that has this key. */
  static String name(Term key) {
    Tuple parts = (Tuple) key;
    String packageName = ((Atom) parts.element(2)).name();
    String simpleName = ((Atom) parts.element(3)).name();
    return packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
  }

  private static ListTerm flags(int access) {
    return ListTerm.of(ClassFlag.of(access).map(ClassFlag::atom).toArray(Term[]::new));
  }
}
