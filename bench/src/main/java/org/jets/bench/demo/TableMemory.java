package org.jets.bench.demo;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jets.bench.HeapSize;
import org.jets.ets.EtsTable;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * What a table takes on the heap, by JOL: everything that can be reached from it, its store, its
 * objects and their terms, each once; but no atoms, which are shared by all that use their names.
 */
final class TableMemory {

  private TableMemory() {}

  /** Returns bytes for each object of a table that nobody writes to; 0 for an empty one. */
  static double bytesPerObject(EtsTable table) {
    Set<Atom> atoms = Collections.newSetFromMap(new IdentityHashMap<>());
    try (Stream<Tuple> objects = table.stream()) {
      objects.forEach(object -> addAtoms(object, atoms));
    }
    long bytes =
        HeapSize.ofGraph(table) - (atoms.isEmpty() ? 0 : HeapSize.ofGraph(atoms.toArray()));
    return table.size() == 0 ? 0 : (double) bytes / table.size();
  }

  private static void addAtoms(Term term, Set<Atom> atoms) {
    if (term instanceof Atom atom) {
      atoms.add(atom);
    } else if (term instanceof Tuple tuple) {
      tuple.stream().forEach(element -> addAtoms(element, atoms));
    } else if (term instanceof ListTerm list) {
      list.forEach(element -> addAtoms(element, atoms));
    }
  }
}
