package org.jets.ets.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LoadOptions;
import org.jets.ets.TableFileException;
import org.jets.ets.TableOptions;
import org.jets.ets.store.PauseCounter;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Makes a table from a file. From a damaged file it loads the objects that Erlang finds there,
 * chunk by chunk, up to the first chunk without objects.
 *
 * @param <T> a table
 */
public final class TableLoader<T> {
  private static final Atom CHECKSUM_ERROR = Atom.of("checksum_error");
  private static final Atom INVALID_OBJECT_COUNT = Atom.of("invalid_object_count");
  private static final Atom UNSUPPORTED = Atom.of("unsupported_file_version");
  private static final Atom CANNOT_CREATE = Atom.of("cannot_create_table");

  /**
   * The maker of tables.
   *
   * @param <T> a table
   */
  public interface Target<T> {
    /**
     * Makes a table.
     *
     * @throws BadArgumentException if another table has the name
     */
    T make(Atom name, TableOptions options);

    /**
     * Inserts an object into a table.
     *
     * @throws BadArgumentException if the object is too short to have a key
     */
    void insert(T table, Tuple object);

    /** Drops a table that could not be loaded, unless another caller has dropped it. */
    void discard(T table);
  }

  private final FileName name;
  private final LoadOptions options;
  private final TableFile file;
  private final Target<T> target;
  private final TableFileHeader header;

  /** The digest of the header and the objects so far; null if the file's digest is not verified. */
  private final @Nullable MessageDigest digest;

  /** The number of objects so far. */
  private long count;

  /** The last item of the chunk that was read last, if it is a footer. */
  private @Nullable Term footer;

  private TableLoader(FileName name, LoadOptions options, TableFile file, Target<T> target)
      throws IOException {
    this.name = name;
    this.options = options;
    this.file = file;
    this.target = target;
    ByteBuffer bytes = file.header(options.isVerifying());
    this.header = TableFileHeader.decode(file.decode(bytes));
    // The part of the header that announces the digest may itself be damaged.
    this.digest =
        options.isVerifyingAll() || (options.isVerifying() && header.hasMd5sum())
            ? Md5.start()
            : null;
    if (digest != null) {
      digest.update(bytes.duplicate());
    }
  }

  /**
   * Makes a table from a file.
   *
   * @throws TableFileException if it cannot be read, is damaged, or its table cannot be made
   */
  public static <T> T load(FileName name, LoadOptions options, Target<T> target) {
    return TableFile.read(
        name, options.decoding(), file -> new TableLoader<>(name, options, file, target).load());
  }

  private T load() throws IOException {
    Tuple version = header.unsupportedVersion();
    // As in Erlang, the version is not checked if Erlang's kind of verification is requested.
    if (version != null && (!options.isVerifying() || options.isVerifyingAll())) {
      Tuple reason = Tuple.of(UNSUPPORTED, version);
      throw TableFileException.of(
          TableFile.ARGUMENT, name, reason, "version " + version, "version {1,0}");
    }
    Term expectedCount = header.size();
    T table = newTable();
    boolean done = false;
    try {
      insertObjects(table);
      TableFileFooter last = footer == null ? null : TableFileFooter.decode(footer);
      if (options.isVerifying()) {
        verify(expectedCount, last);
      }
      done = true;
      return table;
    } finally {
      if (!done) {
        target.discard(table);
      }
    }
  }

  private T newTable() {
    TableOptions tableOptions;
    try {
      tableOptions = TableOptions.fromTerms(header.tableOptions());
      if (options.backend() != null) {
        tableOptions = tableOptions.withBackend(options.backend());
      }
      if (header.name() instanceof Atom tableName) {
        return target.make(tableName, tableOptions);
      }
    } catch (BadArgumentException e) {
      TableFileException error = cannotCreate();
      error.initCause(e);
      throw error;
    }
    throw cannotCreate();
  }

  private TableFileException cannotCreate() {
    return error(CANNOT_CREATE, "the options of a table, with a name that no other table has");
  }

  private void insertObjects(T table) throws IOException {
    List<Term> objects;
    PauseCounter pauses = new PauseCounter();
    do {
      LogChunk chunk = file.next();
      if (chunk == null) {
        return;
      }
      footer = null;
      objects = digest != null ? digested(chunk, digest) : decoded(chunk);
      for (Term object : objects) {
        pauses.step();
        insert(table, object);
      }
    } while (!objects.isEmpty());
  }

  private void insert(T table, Term object) {
    if (!(object instanceof Tuple tuple)) {
      throw new MalformedFileException();
    }
    try {
      target.insert(table, tuple);
    } catch (BadArgumentException e) {
      throw new MalformedFileException();
    }
  }

  /** Returns the objects of a chunk up to the first that cannot be decoded, or to the footer. */
  private List<Term> decoded(LogChunk chunk) {
    List<Term> terms = new ArrayList<>(chunk.payloads().size());
    long damaged = chunk.damaged();
    for (int i = 0; i < chunk.payloads().size(); i++) {
      ByteBuffer payload = chunk.payloads().get(i);
      Term term = file.decode(payload);
      if (term == null) {
        file.resumeAfter(chunk, i);
        damaged += payload.remaining();
        break;
      }
      terms.add(term);
    }
    checkUndamaged(damaged);
    int last = terms.size() - 1;
    if (last >= 0 && TableFileFooter.isFooter(terms.get(last))) {
      footer = terms.remove(last);
    }
    count += terms.size();
    return terms;
  }

  /** Returns the objects of a chunk up to the footer, without those that cannot be decoded. */
  private List<Term> digested(LogChunk chunk, MessageDigest digest) {
    checkUndamaged(chunk.damaged());
    List<Term> terms = new ArrayList<>(chunk.payloads().size());
    for (ByteBuffer payload : chunk.payloads()) {
      Term term = file.decode(payload);
      if (options.isVerifyingAll() && (term == null || footer != null)) {
        throw new MalformedFileException();
      }
      if (term != null && TableFileFooter.isFooter(term)) {
        footer = term;
        if (!options.isVerifyingAll()) {
          break;
        }
      } else if (term != null) {
        digest.update(payload.duplicate());
        terms.add(term);
      }
    }
    count += terms.size();
    return terms;
  }

  private void checkUndamaged(long damaged) {
    if (options.isVerifying() && damaged > 0) {
      throw new MalformedFileException();
    }
  }

  private void verify(Term expectedCount, @Nullable TableFileFooter last) {
    boolean hasDigest = header.hasMd5sum();
    boolean hasCount = header.hasObjectCount();
    if (last == null && (hasDigest || hasCount)) {
      throw new MalformedFileException();
    }
    if (last != null && options.isVerifyingAll()) {
      hasDigest |= last.md5() != null;
      hasCount |= last.count() != null;
    }
    if (last != null && digest != null && hasDigest) {
      Binary md5 = Binary.of(digest.digest());
      if (!md5.equals(last.md5())) {
        throw error(CHECKSUM_ERROR, "one with the digest of its header and objects");
      }
    }
    Term counted = IntegerTerm.of(count);
    if (last != null && hasCount) {
      if (!counted.equals(last.count())) {
        throw wrongCount(last.count());
      }
    } else if (!hasDigest && !counted.equals(expectedCount)) {
      throw wrongCount(expectedCount);
    }
  }

  private TableFileException wrongCount(@Nullable Term expected) {
    return error(INVALID_OBJECT_COUNT, expected + " objects, not " + count);
  }

  private TableFileException error(Atom reason, String expected) {
    return TableFile.error(name, reason, expected);
  }
}
