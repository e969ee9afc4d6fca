package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The options for writing a table to a file: those of {@code ets:tab2file/3}. Immutable: each
 * method returns changed options.
 */
public final class SaveOptions {
  private static final SaveOptions DEFAULT = new SaveOptions(true, true, false, true);

  private static final SaveOptions PLAIN = new SaveOptions(false, false, false, true);

  private static final int ARGUMENT = 3;

  private static final Atom OBJECT_COUNT = Atom.of("object_count");
  private static final Atom MD5SUM = Atom.of("md5sum");
  private static final Atom SYNC = Atom.of("sync");
  private static final Atom EXTENDED_INFO = Atom.of("extended_info");

  private final boolean objectCount;
  private final boolean md5sum;
  private final boolean sync;
  private final boolean forced;

  private SaveOptions(boolean objectCount, boolean md5sum, boolean sync, boolean forced) {
    this.objectCount = objectCount;
    this.md5sum = md5sum;
    this.sync = sync;
    this.forced = forced;
  }

  /**
   * Returns the default options: the file has the number of objects and a digest, which {@link
   * LoadOptions#withVerification} compares. The content is on the disk before the file takes its
   * name.
   */
  public static SaveOptions defaults() {
    return DEFAULT;
  }

  /**
   * Returns the options for a file with only the objects, as {@code ets:tab2file/2} writes it. The
   * content is on the disk before the file takes its name.
   */
  public static SaveOptions plain() {
    return PLAIN;
  }

  /**
   * Returns the meaning of an option list of {@code ets:tab2file/3}.
   *
   * @throws TableFileException if the list contains anything else
   * @throws FunctionClauseException if the argument is no list
   */
  public static SaveOptions fromTerms(Term options) {
    if (!(Objects.requireNonNull(options, "options") instanceof ListTerm list)) {
      throw new FunctionClauseException(ARGUMENT, "options", options, "a list");
    }
    SaveOptions result = PLAIN;
    boolean extended = false;
    for (Term option : list) {
      if (isPair(option, SYNC, Atom.TRUE)) {
        result = result.withSync();
      } else if (!extended && isPair(option, EXTENDED_INFO, null)) {
        extended = true;
        result = result.extendedInfo(((Tuple) option).element(2));
      } else if (!isPair(option, SYNC, Atom.FALSE)) {
        throw TableFileException.unknownOption(ARGUMENT, option, option);
      }
    }
    checkProper(list);
    return result;
  }

  private static boolean isPair(Term option, Atom tag, @Nullable Atom value) {
    return option instanceof Tuple pair
        && pair.arity() == 2
        && pair.element(1) == tag
        && (value == null || pair.element(2) == value);
  }

  private SaveOptions extendedInfo(Term items) {
    if (!(items instanceof ListTerm list)) {
      throw TableFileException.malformedOption(ARGUMENT, items);
    }
    SaveOptions result = this;
    for (Term item : list) {
      if (item == OBJECT_COUNT) {
        result = result.withObjectCount();
      } else if (item == MD5SUM) {
        result = result.withMd5sum();
      } else {
        Tuple shown = Tuple.of(EXTENDED_INFO, ListTerm.of(item));
        throw TableFileException.unknownOption(ARGUMENT, item, ListTerm.of(shown));
      }
    }
    checkProper(list);
    return result;
  }

  private static void checkProper(ListTerm list) {
    if (!list.isProper()) {
      throw TableFileException.malformedOption(ARGUMENT, list.lastTail());
    }
  }

  /** Adds the number of objects, which {@link LoadOptions#withVerification} compares. */
  public SaveOptions withObjectCount() {
    return new SaveOptions(true, md5sum, sync, forced);
  }

  /** Adds an MD5 digest of all objects, which {@link LoadOptions#withVerification} compares. */
  public SaveOptions withMd5sum() {
    return new SaveOptions(objectCount, true, sync, forced);
  }

  /** Makes the write return only after the file and its name are on the disk. */
  public SaveOptions withSync() {
    return new SaveOptions(objectCount, md5sum, true, true);
  }

  /**
   * Lets the system decide when it writes the content to the disk. This is faster, but a power
   * failure can leave an empty file in place of the old one.
   */
  public SaveOptions withoutForce() {
    return new SaveOptions(objectCount, md5sum, false, false);
  }

  /** Returns the option list for {@code ets:tab2file/3}. */
  public ListTerm toTerm() {
    List<Term> items = new ArrayList<>();
    if (objectCount) {
      items.add(OBJECT_COUNT);
    }
    if (md5sum) {
      items.add(MD5SUM);
    }
    return ListTerm.of(Tuple.of(EXTENDED_INFO, ListTerm.of(items)), Tuple.of(SYNC, Atom.of(sync)));
  }

  @Override
  public String toString() {
    return "SaveOptions[objectCount="
        + objectCount
        + ", md5sum="
        + md5sum
        + ", sync="
        + sync
        + ", forced="
        + forced
        + "]";
  }

  /** Returns whether the file has the number of objects. */
  public boolean hasObjectCount() {
    return objectCount;
  }

  /** Returns whether the file has a digest of the objects. */
  public boolean hasMd5sum() {
    return md5sum;
  }

  /** Returns whether the content is on the disk before the file has its name. */
  public boolean isForced() {
    return forced;
  }

  /** Returns whether the file and its name are on the disk when saving ends. */
  public boolean isSync() {
    return sync;
  }
}
