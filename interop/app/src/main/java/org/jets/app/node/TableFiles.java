package org.jets.app.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jets.app.UsageException;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TabFile;
import org.jets.ets.TableFileException;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The files of {@code --load}, and the tables that they become. */
final class TableFiles {
  private static final String FLAG = "--load: ";
  private static final Atom NAME = Atom.of("name");
  private static final Atom NAMED_TABLE = Atom.of("named_table");
  private static final Atom PROTECTION = Atom.of("protection");
  private static final Atom PRIVATE = Atom.of("private");
  private static final Atom PROTECTED = Atom.of("protected");

  private TableFiles() {}

  /**
   * Checks that files begin as table files do, and that no two tables have one name.
   *
   * @param taken the names of other tables
   */
  static void check(List<Path> files, Set<String> taken) throws UsageException {
    Set<String> names = new HashSet<>(taken);
    for (Path file : files) {
      List<Term> header = header(file);
      if (find(header, NAMED_TABLE).equals(Optional.of(Atom.TRUE))) {
        String name = find(header, NAME).map(Term::toString).orElse("");
        if (!names.add(name)) {
          throw new UsageException(
              FLAG
                  + file
                  + ", the table "
                  + name
                  + " (expected: a name that no other --table or --load has)");
        }
      }
    }
  }

  private static List<Term> header(Path file) throws UsageException {
    try {
      return TabFile.info(file).toList();
    } catch (TableFileException e) {
      throw (UsageException) new UsageException(FLAG + e.getMessage()).initCause(e);
    }
  }

  private static Optional<Term> find(List<Term> pairs, Atom key) {
    return pairs.stream()
        .map(Tuple.class::cast)
        .filter(pair -> pair.element(1) == key)
        .map(pair -> pair.element(2))
        .findFirst();
  }

  /**
   * Loads a table, and returns a line that names it.
   *
   * @throws IOException if it cannot be loaded
   */
  static String load(Owner owner, Path file) throws IOException {
    EtsTable table;
    try {
      table = owner.file2tab(file);
    } catch (EtsException e) {
      throw new IOException(FLAG + file + " cannot be loaded: " + e.getMessage(), e);
    }
    boolean isNamed = table.info(NAMED_TABLE).equals(Optional.of(Atom.TRUE));
    Term access = table.info(PROTECTION).orElse(PRIVATE);
    return FLAG
        + file
        + " is the table "
        + (isNamed ? table.name() : table.id())
        + ", objects: "
        + table.size()
        + (isNamed ? "" : "; it has no name, others find it in ets:all()")
        + (access == PRIVATE ? "; it is private, others can neither read nor change it" : "")
        + (access == PROTECTED ? "; it is protected, others can read and not change it" : "");
  }
}
