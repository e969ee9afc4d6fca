package org.jets.ets.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jets.ets.TableFileException;
import org.jets.ets.argument.PosixError;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** A table's file that is open for reading. For use by one thread. */
final class TableFile implements Closeable {
  /** The position of the file's name among the arguments of functions that read. */
  static final int ARGUMENT = 1;

  private static final int OBJECTS_PER_CHUNK = 100;

  static final Atom FILE_ERROR = Atom.of("file_error");

  private static final Atom READ_ERROR = Atom.of("read_error");
  private static final Atom NOT_A_LOG_FILE = Atom.of("not_a_log_file");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom BADFILE = Atom.of("badfile");

  private final DecodeOptions decoding;
  private final LogReader reader;

  private TableFile(DecodeOptions decoding, LogReader reader) {
    this.decoding = decoding;
    this.reader = reader;
  }

  /** A use of an open file. */
  interface Use<T> {
    T apply(TableFile file) throws IOException;
  }

  /**
   * Opens a file, uses it, and closes it.
   *
   * @throws TableFileException if it is no log, cannot be read, or turns out to be malformed
   */
  static <T> T read(FileName name, DecodeOptions decoding, Use<T> use) {
    try (TableFile file = new TableFile(decoding, LogReader.open(checkRegular(name)))) {
      if (!file.reader.readHead()) {
        Tuple reason = Tuple.of(NOT_A_LOG_FILE, name.term());
        throw readError(name, reason, NOT_A_LOG_FILE.name(), "a file that a table was written to");
      }
      return use.apply(file);
    } catch (MalformedFileException e) {
      throw error(name, BADFILE, "one that is not damaged and holds a table");
    } catch (IOException e) {
      TableFileException error = readError(name, PosixError.name(e));
      error.initCause(e);
      throw error;
    }
  }

  private static Path checkRegular(FileName name) throws IOException {
    Path path = name.path();
    if (path == null) {
      throw name.isWellFormed() ? readError(name, BADARG.name()) : notAName(name);
    }
    if (name.isEmpty()) {
      throw new NoSuchFileException("");
    }
    try {
      if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
        throw readError(name, "eisdir");
      }
    } catch (NoSuchFileException e) {
      // Later JDKs also throw this for a path through a file; opening the file tells the two apart.
      return path;
    }
    return path;
  }

  static TableFileException error(FileName name, Atom reason, String expected) {
    return TableFileException.of(ARGUMENT, name, reason, expected);
  }

  private static TableFileException readError(FileName name, String posix) {
    Tuple reason = Tuple.of(FILE_ERROR, name.term(), Atom.of(posix));
    return readError(name, reason, posix, "a file that can be read");
  }

  private static TableFileException notAName(FileName name) {
    Tuple file = Tuple.of(Atom.of("file"), name.term());
    Tuple mode = Tuple.of(Atom.of("mode"), Atom.of("read_only"));
    Tuple reason = Tuple.of(BADARG, ListTerm.of(file, mode));
    return readError(name, reason, BADARG.name(), "the name of a file");
  }

  private static TableFileException readError(
      FileName name, Tuple reason, String word, String expected) {
    return TableFileException.of(ARGUMENT, name, Tuple.of(READ_ERROR, reason), word, expected);
  }

  /** Reads the first item. Must be called once, before {@link #next}. */
  ByteBuffer header(boolean verify) throws IOException {
    LogChunk chunk = reader.read(1);
    if (chunk == null || chunk.payloads().isEmpty() || (verify && chunk.damaged() > 0)) {
      throw new MalformedFileException();
    }
    return chunk.payloads().get(0);
  }

  /** Reads the next chunk; null at the end of the file. */
  @Nullable LogChunk next() throws IOException {
    return reader.read(OBJECTS_PER_CHUNK);
  }

  /** As {@link LogReader#resumeAfter}. */
  void resumeAfter(LogChunk chunk, int index) {
    reader.resumeAfter(chunk, index);
  }

  /**
   * Returns the term of an item, or null if it has none. As in Erlang, bytes may follow the term.
   */
  @Nullable Term decode(ByteBuffer payload) {
    try {
      return ExternalTermFormat.decode(payload.duplicate(), decoding);
    } catch (TermFormatException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
