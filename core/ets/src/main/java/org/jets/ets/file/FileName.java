package org.jets.ets.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A file, and the term by which errors name it.
 *
 * @param path null if the term is no file name
 */
public record FileName(Term term, @Nullable Path path) {

  /** Returns the name of a file of Java, which errors show as a list of characters. */
  public static FileName of(Path path) {
    return new FileName(ListTerm.ofText(path.toString()), path);
  }

  /** Reads Erlang's {@code file:name()}: an atom, or a deep list of characters and atoms. */
  public static FileName of(Term term) {
    String text = text(term);
    try {
      return new FileName(term, text == null ? null : Path.of(text));
    } catch (InvalidPathException e) {
      return new FileName(term, null);
    }
  }

  /**
   * Returns whether the term has the type of a file name. Otherwise Erlang does not access the
   * file.
   */
  public boolean isWellFormed() {
    return term instanceof Atom || term instanceof ListTerm;
  }

  /**
   * Returns the file that a binary names. Erlang's functions on files accept a binary, but no file
   * with a table can have such a name.
   */
  @Nullable Path rawPath() {
    try {
      return term instanceof Binary bytes
          ? Path.of(new String(bytes.toByteArray(), StandardCharsets.UTF_8))
          : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Returns whether this is the empty name, which in Java means the current directory. */
  boolean isEmpty() {
    return path != null && path.toString().isEmpty();
  }

  private static @Nullable String text(Term name) {
    StringBuilder text = new StringBuilder();
    Deque<Term> left = new ArrayDeque<>();
    left.push(name);
    while (!left.isEmpty()) {
      Term next = left.pop();
      if (next instanceof ListTerm list) {
        if (!list.isEmpty()) {
          if (list.tail() instanceof IntegerTerm) {
            return null; // A character must be an element; an atom may also be a tail.
          }
          left.push(list.tail());
          left.push(list.head());
        }
      } else if (next instanceof Atom atom) {
        text.append(atom.name());
      } else if (next instanceof IntegerTerm character
          && next != name
          && character.fitsLong()
          && character.longValue() > 0
          && character.longValue() <= Character.MAX_CODE_POINT) {
        text.appendCodePoint((int) character.longValue());
      } else {
        return null;
      }
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return path == null ? ValueText.of(term) : path.toString();
  }
}
