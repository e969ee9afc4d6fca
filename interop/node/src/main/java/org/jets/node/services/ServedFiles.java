package org.jets.node.services;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The files that functions of {@code ets} may use for processes of other nodes: those in one
 * folder, or none.
 */
final class ServedFiles {
  private static final Atom EACCES = Atom.of("eacces");
  private static final Atom FILE_ERROR = Atom.of("file_error");
  private static final Atom READ_ERROR = Atom.of("read_error");

  private final @Nullable Path folder;

  ServedFiles(@Nullable Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the position, from 1, of the argument of a function of {@code ets} that names a file; 0
   * if none does.
   */
  static int position(Atom function, int arity) {
    return switch (function.name()) {
      case "tab2file" -> arity == 2 || arity == 3 ? 2 : 0;
      case "file2tab" -> arity == 1 || arity == 2 ? 1 : 0;
      case "tabfile_info" -> arity == 1 ? 1 : 0;
      default -> 0;
    };
  }

  /** Returns the arguments with the file's path instead of its name; null if it is refused. */
  @Nullable List<Term> allow(List<Term> arguments, int position) {
    Path path = path(arguments.get(position - 1));
    if (path == null) {
      return null;
    }
    List<Term> allowed = new ArrayList<>(arguments);
    allowed.set(position - 1, ListTerm.ofText(path.toString()));
    return allowed;
  }

  /** Returns a term about a file with the caller's name instead of the path. */
  static Term conceal(Term told, Term path, Term name) {
    if (told.equals(path)) {
      return name;
    }
    return told instanceof Tuple tuple ? Tuple.of(conceal(tuple.toList(), path, name)) : told;
  }

  /** Returns these terms, each with the caller's name instead of the path. */
  static List<Term> conceal(List<Term> told, Term path, Term name) {
    return told.stream().map(each -> conceal(each, path, name)).toList();
  }

  /**
   * Returns the result of a function for a refused file, which is that for a file that the system
   * refuses.
   */
  static Term refusal(Atom function, Term name) {
    Term error = Tuple.of(FILE_ERROR, name, EACCES);
    return Tuple.of(
        Atom.ERROR, function.name().equals("tab2file") ? error : Tuple.of(READ_ERROR, error));
  }

  /** Returns the file of a name, if it is in the folder and no link leads out of it; else null. */
  private @Nullable Path path(Term name) {
    String text = text(name);
    if (folder == null || text == null) {
      return null;
    }
    try {
      Path top = folder.toRealPath();
      Path path = top.resolve(text).normalize();
      Path parent = path.getParent();
      return !path.equals(top)
              && parent != null
              && parent.toRealPath().startsWith(top)
              && !Files.isSymbolicLink(path)
          ? path
          : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  private static @Nullable String text(Term name) {
    if (name instanceof Atom atom) {
      return atom.name();
    }
    return name instanceof ListTerm list ? list.toText().orElse(null) : null;
  }
}
