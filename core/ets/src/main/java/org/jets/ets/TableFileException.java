package org.jets.ets;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.Objects;
import java.util.function.Supplier;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The error for a table that could not be written to a file or read from one. Erlang does not raise
 * this error but returns it: <code>{error, Reason}</code>.
 *
 * <ul>
 *   <li><code>{read_error, {file_error, Name, Posix}}</code>, when reading, and <code>{file_error,
 *       Name, Posix}</code>, when writing: the system refused, for the reason in the atom: {@code
 *       enoent}, {@code eacces}, {@code eisdir}, {@code enospc}, ...;
 *   <li>{@code eaccess}: the present file cannot be replaced;
 *   <li><code>{read_error, {not_a_log_file, Name}}</code>: the file does not begin as a file of a
 *       table does;
 *   <li>{@code badfile}: the file is damaged, or does not hold a table;
 *   <li>{@code checksum_error}, {@code invalid_object_count}: the verification failed;
 *   <li><code>{unsupported_file_version, {Major, Minor}}</code>: the file has a later format;
 *   <li>{@code cannot_create_table}: the table's options are not valid, or another table has its
 *       name;
 *   <li><code>{unknown_option, Option}</code>, <code>{malformed_option, Term}</code>: an option in
 *       a term of options is not valid.
 * </ul>
 */
public final class TableFileException extends EtsException {
  private static final long serialVersionUID = 1;

  /** Null in a copy that has been read from a stream. */
  private final transient @Nullable Term reason;

  /**
   * The reason in external term format, since terms are not serializable. Null before
   * serialization.
   */
  private byte @Nullable [] encodedReason;

  private TableFileException(int argument, Term reason, Supplier<String> text) {
    super(text, argument, null);
    this.reason = reason;
  }

  /**
   * Returns an error about a file.
   *
   * @param argument the position of the file in Erlang's function, from 1
   * @param name the file, as the message shows it
   * @param reason the reason that Erlang gives
   * @param expected the expected file
   */
  public static TableFileException of(int argument, Object name, Atom reason, String expected) {
    return of(argument, name, reason, reason.name(), expected);
  }

  /**
   * As {@link #of(int, Object, Atom, String)}, with a reason of which the message shows one word.
   */
  public static TableFileException of(
      int argument, Object name, Term reason, String word, String expected) {
    return new TableFileException(
        argument,
        reason,
        () -> "file: " + ValueText.of(name) + ", " + word + " (expected: " + expected + ")");
  }

  /** Returns the error of another node about a file of its own. */
  public static TableFileException told(Term file, Term reason) {
    return new TableFileException(
        2,
        reason,
        () ->
            "file: "
                + ValueText.of(file)
                + " (the node that has it says: "
                + ValueText.of(reason)
                + ")");
  }

  /** Returns the error for an option that Erlang does not know. */
  static TableFileException unknownOption(int argument, Term option, Term shown) {
    return new TableFileException(
        argument,
        Tuple.of(Atom.of("unknown_option"), shown),
        () -> "option: " + ValueText.of(option) + " (expected: one that Erlang knows)");
  }

  /** Returns the error for a term other than a proper list of options. */
  static TableFileException malformedOption(int argument, Term term) {
    return new TableFileException(
        argument,
        Tuple.of(Atom.of("malformed_option"), term),
        () -> "options: " + ValueText.of(term) + " (expected: a proper list)");
  }

  /** Returns the reason of the error that Erlang returns. */
  @Override
  public Term reason() {
    return reason != null
        ? reason
        : ExternalTermFormat.decode(Objects.requireNonNull(encodedReason, "encodedReason"));
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    if (reason != null) {
      encodedReason = ExternalTermFormat.encode(reason);
    }
    out.defaultWriteObject();
  }
}
