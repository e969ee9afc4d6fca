package org.jets.ets.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.Iterator;
import java.util.Spliterators;
import org.jets.ets.SaveOptions;
import org.jets.ets.TableFileException;
import org.jets.ets.argument.PosixError;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Writes a table to a file. */
public final class TableSaver {
  private static final int ARGUMENT = 2;

  private static final Atom EACCESS = Atom.of("eaccess");
  private static final Atom BADARG = Atom.of("badarg");

  private final LogWriter writer;
  private final @Nullable MessageDigest digest;

  private TableSaver(LogWriter writer, SaveOptions options) {
    this.writer = writer;
    this.digest = options.hasMd5sum() ? Md5.start() : null;
  }

  /**
   * Writes a table.
   *
   * @param info the result of {@code ets:info/1} for the table
   * @param store holds the objects
   * @param check throws if the caller may not read the table; run when the file has been opened, as
   *     Erlang does, and before each object
   * @throws TableFileException if the file cannot be written; the old file is then unchanged
   * @throws org.jets.ets.NoSuchTableException if the table is dropped meanwhile; the old file is
   *     then unchanged too
   * @throws org.jets.ets.TableAccessException if the caller may not read the table, or not any
   *     more; the old file is then unchanged too
   */
  public static void save(
      FileName name, SaveOptions options, ListTerm info, TableStore store, Runnable check) {
    Path target = target(name);
    boolean replaces = checkTarget(name, target);
    try (LogWriter writer = LogWriter.create(target)) {
      check.run();
      new TableSaver(writer, options).save(info, store, check, options);
      writer.commit(options.isForced(), options.isSync());
    } catch (IOException e) {
      String posix = PosixError.name(e);
      boolean forbidden = replaces && (posix.equals("eacces") || posix.equals("eperm"));
      TableFileException error =
          forbidden || posix.equals("enotdir") ? notReplaceable(name) : fileError(name, posix);
      error.initCause(e);
      throw error;
    }
  }

  private void save(ListTerm info, TableStore store, Runnable check, SaveOptions options)
      throws IOException {
    Iterator<Tuple> objects = Spliterators.iterator(store.objects());
    append(TableFileHeader.encode(info, options));
    long count = 0;
    PauseCounter pauses = new PauseCounter();
    while (objects.hasNext()) {
      pauses.step();
      check.run();
      append(objects.next());
      count++;
    }
    if (options.hasObjectCount() || digest != null) {
      byte[] md5 = digest == null ? null : digest.digest();
      writer.append(ExternalTermFormat.encode(TableFileFooter.encode(options, count, md5)));
    }
  }

  private void append(Term term) throws IOException {
    byte[] payload = encode(term);
    if (digest != null) {
      digest.update(payload);
    }
    writer.append(payload);
  }

  private static byte[] encode(Term term) throws IOException {
    try {
      return ExternalTermFormat.encode(term);
    } catch (IllegalArgumentException e) {
      throw new IOException(PosixError.TOO_LARGE, e);
    }
  }

  private static Path target(FileName name) {
    Path path = name.path();
    if (path == null) {
      throw notAName(name);
    }
    if (name.isEmpty()) {
      throw fileError(name, "enoent");
    }
    return path;
  }

  /**
   * Returns the error for a term that is no file name. Erlang deletes the old file, which a binary
   * may name as well, before it checks the name.
   */
  private static TableFileException notAName(FileName name) {
    Path raw = name.rawPath();
    if (raw == null) {
      return notReplaceable(name);
    }
    if (!raw.toString().isEmpty()) {
      checkTarget(name, raw);
    }
    Tuple file = Tuple.of(Atom.of("file"), name.term());
    Tuple repair = Tuple.of(Atom.of("repair"), Atom.of("truncate"));
    Tuple reason = Tuple.of(BADARG, ListTerm.of(file, repair));
    return TableFileException.of(ARGUMENT, name, reason, BADARG.name(), "an atom or a list");
  }

  /**
   * Returns whether there is a file that will be replaced. Erlang would replace a device as well.
   */
  private static boolean checkTarget(FileName name, Path target) {
    BasicFileAttributes attributes;
    try {
      attributes =
          Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw notReplaceable(name);
    }
    if (!attributes.isRegularFile() && !attributes.isSymbolicLink()) {
      throw notReplaceable(name);
    }
    return true;
  }

  private static TableFileException notReplaceable(FileName name) {
    return TableFileException.of(ARGUMENT, name, EACCESS, "one that can be replaced, or none");
  }

  private static TableFileException fileError(FileName name, String posix) {
    Tuple reason = Tuple.of(TableFile.FILE_ERROR, name.term(), Atom.of(posix));
    return TableFileException.of(ARGUMENT, name, reason, posix, "a file that can be written");
  }
}
