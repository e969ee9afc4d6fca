package org.jets.app.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.app.demo.ClassImage.ClassFile;
import org.jets.ets.EtsTable;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/**
 * Counts the same classes a second time and in another way. It reads them again, uses a parser of
 * its own, and counts in Java hash maps. Each part of the work has its own maps, which are added up
 * at the end. The tables must agree with it.
 */
final class IndependentCount {
  private static final int PART_SIZE = 512;

  private long classes;
  private long bytes;
  private long references;
  private long methods;
  private final Map<String, Integer> countByReference = new HashMap<>();
  private final Map<String, Integer> countByMethod = new HashMap<>();

  private IndependentCount() {}

  static IndependentCount of(List<ClassFile> files, Workers workers, Progress progress)
      throws IOException {
    List<IndependentCount> parts = Collections.synchronizedList(new ArrayList<>());
    workers.divide(
        files,
        PART_SIZE,
        part -> {
          IndependentCount count = new IndependentCount();
          for (ClassFile file : part) {
            count.add(file);
          }
          parts.add(count);
          progress.advance(part.size());
        });
    IndependentCount sum = new IndependentCount();
    parts.forEach(sum::add);
    return sum;
  }

  private void add(ClassFile file) throws IOException {
    classes++;
    bytes += Files.size(file.path());
    ClassFileParser.Names names = ClassFileParser.parse(file.read());
    references += names.references().size();
    methods += names.methods().size();
    names.references().forEach(name -> countByReference.merge(name, 1, Integer::sum));
    names.methods().forEach(name -> countByMethod.merge(name, 1, Integer::sum));
  }

  private void add(IndependentCount part) {
    classes += part.classes;
    bytes += part.bytes;
    references += part.references;
    methods += part.methods;
    part.countByReference.forEach((name, n) -> countByReference.merge(name, n, Integer::sum));
    part.countByMethod.forEach((name, n) -> countByMethod.merge(name, n, Integer::sum));
  }

  long classes() {
    return classes;
  }

  long bytes() {
    return bytes;
  }

  long references() {
    return references;
  }

  long methods() {
    return methods;
  }

  /** Returns a line for each difference of the tables from this count. */
  List<String> differences(ClassTables tables) {
    List<String> differences = new ArrayList<>();
    compare("classes", tables.classes().size(), classes, differences);
    compare("bytes", sum(tables.classes(), ClassTables.SIZE), bytes, differences);
    compare("references", sum(tables.references(), ClassTables.COUNT), references, differences);
    compare("classes referenced", tables.references().size(), countByReference.size(), differences);
    compare("methods", tables.methods().size(), methods, differences);
    countByReference.forEach(
        (name, count) ->
            compare(
                "references to " + name,
                counter(tables.references(), name.replace('/', '.')),
                count,
                differences));
    countByMethod.forEach(
        (name, count) ->
            compare(
                "classes that declare " + name,
                tables.methods().lookup(Atom.of(name)).size(),
                count,
                differences));
    return differences;
  }

  private static void compare(String what, long inTable, long counted, List<String> differences) {
    if (inTable != counted) {
      differences.add(what + ": " + inTable + " in the table, " + counted + " counted");
    }
  }

  private static long sum(EtsTable table, int position) {
    try (var objects = table.stream()) {
      return objects.mapToLong(object -> longAt(object, position)).sum();
    }
  }

  private static long counter(EtsTable table, String name) {
    List<Tuple> found = table.lookup(Atom.of(name));
    return found.isEmpty() ? 0 : longAt(found.get(0), ClassTables.COUNT);
  }

  private static long longAt(Tuple object, int position) {
    return ((IntegerTerm) object.element(position)).longValue();
  }
}
