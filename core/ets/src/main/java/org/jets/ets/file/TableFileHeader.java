package org.jets.ets.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jets.ets.LoadOptions;
import org.jets.ets.SaveOptions;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The first item of a table's file: a tuple of the pairs of {@code ets:info/1}, and of pairs that
 * describe the file itself.
 *
 * <p>The header of a file that is read may have any terms. Each method interprets them as Erlang
 * does, and throws {@link MalformedFileException} where Erlang fails.
 */
public final class TableFileHeader {
  private static final Atom OBJECT_COUNT = Atom.of("object_count");
  private static final Atom MD5SUM = Atom.of("md5sum");

  private static final IntegerTerm MAJOR_VERSION = IntegerTerm.of(1);
  private static final IntegerTerm MINOR_VERSION = IntegerTerm.of(0);

  private static final Atom NAME = Atom.of("name");
  private static final Atom TYPE = Atom.of("type");
  private static final Atom PROTECTION = Atom.of("protection");
  private static final Atom NAMED_TABLE = Atom.of("named_table");
  private static final Atom KEYPOS = Atom.of("keypos");
  private static final Atom SIZE = Atom.of("size");

  /** The tags that every file has, in the order of {@link #info}. */
  private static final List<Atom> REQUIRED =
      List.of(NAME, TYPE, PROTECTION, NAMED_TABLE, KEYPOS, SIZE);

  private static final Set<Atom> REQUIRED_SET = Set.copyOf(REQUIRED);

  private static final Atom MAJOR = Atom.of("major_version");
  private static final Atom MINOR = Atom.of("minor_version");
  private static final Atom EXTENDED_INFO = Atom.of("extended_info");
  private static final Atom READ_CONCURRENCY = Atom.of("read_concurrency");
  private static final Atom WRITE_CONCURRENCY = Atom.of("write_concurrency");
  private static final Atom COMPRESSED = Atom.of("compressed");

  private final ListTerm items;
  private final boolean objectCount;
  private final boolean md5sum;

  private TableFileHeader(ListTerm items) {
    this.items = items;
    this.objectCount = hasExtendedInfo(items, OBJECT_COUNT);
    this.md5sum = hasExtendedInfo(items, MD5SUM);
  }

  /** Makes the header of a table with this information. */
  static Tuple encode(ListTerm info, SaveOptions options) {
    List<Term> extended = new ArrayList<>();
    if (options.hasObjectCount()) {
      extended.add(OBJECT_COUNT);
    }
    if (options.hasMd5sum()) {
      extended.add(MD5SUM);
    }
    List<Term> items = new ArrayList<>(info.toList());
    items.add(Tuple.of(MAJOR, MAJOR_VERSION));
    items.add(Tuple.of(MINOR, MINOR_VERSION));
    items.add(Tuple.of(EXTENDED_INFO, ListTerm.of(extended)));
    return Tuple.of(items);
  }

  static TableFileHeader decode(@Nullable Term term) {
    if (!(term instanceof Tuple items)
        || items.stream().filter(TableFileHeader::isRequired).count() != REQUIRED.size()) {
      throw new MalformedFileException();
    }
    return new TableFileHeader(ListTerm.of(items.toList()));
  }

  private static boolean isRequired(Term item) {
    return item instanceof Tuple pair
        && pair.arity() == 2
        && pair.element(1) instanceof Atom tag
        && REQUIRED_SET.contains(tag);
  }

  /** Returns the first tuple with this tag, as {@code lists:keyfind(Tag, 1, List)}. */
  static @Nullable Tuple find(Atom tag, ListTerm list) {
    for (Term item : list) {
      if (item instanceof Tuple tuple && tuple.arity() > 0 && tuple.element(1) == tag) {
        return tuple;
      }
    }
    if (!list.isProper()) {
      throw new MalformedFileException();
    }
    return null;
  }

  /** Returns the value of the first tuple with this tag, if that is a pair. */
  static @Nullable Term value(Atom tag, ListTerm list) {
    Tuple found = find(tag, list);
    return found == null || found.arity() != 2 ? null : found.element(2);
  }

  private Term value(Atom tag) {
    Term value = value(tag, items);
    if (value == null) {
      throw new MalformedFileException();
    }
    return value;
  }

  private Tuple version() {
    Term major = value(MAJOR, items);
    Term minor = value(MINOR, items);
    IntegerTerm none = IntegerTerm.of(0);
    return Tuple.of(major == null ? none : major, minor == null ? none : minor);
  }

  /** Returns the version if it is too new to be read; else null. */
  @Nullable Tuple unsupportedVersion() {
    Tuple version = version();
    return TermOrder.STANDARD.compare(version.element(1), MAJOR_VERSION) > 0 ? version : null;
  }

  private static boolean hasExtendedInfo(ListTerm items, Atom what) {
    if (!(value(EXTENDED_INFO, items) instanceof ListTerm extended)) {
      return false;
    }
    if (extended.stream().anyMatch(item -> item == what)) {
      return true;
    }
    if (!extended.isProper()) {
      throw new MalformedFileException();
    }
    return false;
  }

  /** Returns whether the file's footer has the number of objects. */
  boolean hasObjectCount() {
    return objectCount;
  }

  /** Returns whether the file's footer has a digest. */
  boolean hasMd5sum() {
    return md5sum;
  }

  Term name() {
    return value(NAME);
  }

  /** Returns the number of objects that the table had when writing began. */
  Term size() {
    return value(SIZE);
  }

  /** Returns the options of {@code ets:new/2} for such a table; the heir is not restored. */
  ListTerm tableOptions() {
    List<Term> options = new ArrayList<>();
    if (find(READ_CONCURRENCY, items) != null) {
      options.add(Tuple.of(READ_CONCURRENCY, value(READ_CONCURRENCY)));
    }
    Term writeConcurrency = value(WRITE_CONCURRENCY, items);
    // A table without the option has false in its file too, and then the store is another one.
    if (writeConcurrency != null && writeConcurrency != Atom.FALSE) {
      options.add(Tuple.of(WRITE_CONCURRENCY, writeConcurrency));
    }
    if (find(COMPRESSED, items) != null && isTrue(value(COMPRESSED))) {
      options.add(COMPRESSED);
    }
    if (isTrue(value(NAMED_TABLE))) {
      options.add(NAMED_TABLE);
    }
    options.add(value(TYPE));
    options.add(value(PROTECTION));
    options.add(Tuple.of(KEYPOS, value(KEYPOS)));
    return ListTerm.of(options);
  }

  private static boolean isTrue(Term value) {
    if (value != Atom.TRUE && value != Atom.FALSE) {
      throw new MalformedFileException();
    }
    return value == Atom.TRUE;
  }

  /** Returns the result of {@code ets:tabfile_info}. */
  ListTerm info() {
    List<Term> info = new ArrayList<>();
    for (Atom tag : REQUIRED) {
      Tuple found = find(tag, items);
      if (found == null) {
        throw new MalformedFileException();
      }
      info.add(found);
    }
    Tuple extended = find(EXTENDED_INFO, items);
    info.add(extended == null ? Tuple.of(EXTENDED_INFO, ListTerm.empty()) : extended);
    info.add(Tuple.of(Atom.of("version"), version()));
    return ListTerm.of(info);
  }

  /**
   * Returns the result of {@code ets:tabfile_info} for a file.
   *
   * @throws org.jets.ets.TableFileException if it cannot be read or is no file of a table
   */
  public static ListTerm infoOf(FileName name) {
    return TableFile.read(
        name,
        LoadOptions.defaults().decoding(),
        file -> decode(file.decode(file.header(false))).info());
  }
}
