package org.jets.terms.internal.external;

import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a term of the external term format, without the version byte, in a part of an array.
 *
 * <p>Recurses to a small depth, and below that uses its own stack. Every length is compared with
 * the rest of the input before anything of that length is allocated.
 */
public final class TermReader extends ScalarReader {
  private static final TermAccess TERMS = TermAccess.installed();

  /**
   * The minimum size of a field of a record: a tag and a length for its name, a tag for its value.
   */
  private static final int MIN_FIELD_BYTES = 3;

  private final int maxDepth;

  /** The depth up to which {@link #read} recurses. */
  private final int maxRecursion;

  /** Makes a reader; the parameters are those of {@link TermInput}. */
  public TermReader(
      byte[] input,
      int start,
      int end,
      boolean cutByLimit,
      boolean inCompressedData,
      DecodeOptions options) {
    super(input, start, end, cutByLimit, inCompressedData, options);
    this.maxDepth = options.maxDepth();
    this.maxRecursion = Math.min(maxDepth, TermAccess.MAX_RECURSION);
  }

  /** Reads the version, the first byte of a term that travels alone. */
  public void readVersion() {
    int at = position;
    int version = next1();
    if (version != ExternalTag.VERSION) {
      throw corrupt(at, "version: " + version + " (expected: " + ExternalTag.VERSION + ")");
    }
    if (!atEnd()) {
      int tag = input[position] & 0xff;
      if (tag == ExternalTag.DIST_HEADER || tag == ExternalTag.DIST_FRAGMENT_HEADER) {
        throw corrupt(
            position,
            "tag " + tag + ": a header of the distribution protocol (expected: a term alone)");
      }
    }
  }

  /** Returns whether a compressed term follows, and skips its tag if so. */
  boolean skipCompressedTag() {
    if (atEnd() || input[position] != ExternalTag.COMPRESSED) {
      return false;
    }
    position++;
    return true;
  }

  /** Reads the uncompressed size that a compressed term states. */
  int readUncompressedSize() {
    int at = position;
    int size = next4();
    if (size < 0 || size > options.maxUncompressedBytes()) {
      throw corrupt(
          at,
          "a compressed term of "
              + Integer.toUnsignedString(size)
              + " bytes uncompressed (expected: at most "
              + options.maxUncompressedBytes()
              + ", see maxUncompressedBytes)");
    }
    return size;
  }

  public Term read() {
    return read(0);
  }

  private Term read(int depth) {
    int at = position;
    int tag = next1();
    if (depth >= maxRecursion && isCompound(tag)) {
      position = at;
      return readDeep(depth);
    }
    return switch (tag) {
      case ExternalTag.SMALL_INTEGER -> IntegerTerm.of(next1());
      case ExternalTag.INTEGER -> IntegerTerm.of(next4());
      case ExternalTag.SMALL_ATOM_UTF8 -> utf8Atom(at, next1());
      case ExternalTag.NIL -> ListTerm.empty();
      case ExternalTag.BINARY -> binary(at, next4());
      case ExternalTag.STRING -> TERMS.byteList(copy(at, next2()));
      case ExternalTag.SMALL_TUPLE -> readTuple(at, next1(), depth + 1);
      case ExternalTag.LARGE_TUPLE -> readTuple(at, next4(), depth + 1);
      case ExternalTag.LIST -> readList(at, depth + 1);
      case ExternalTag.MAP -> readMap(at, depth + 1);
      case ExternalTag.NEW_FUN -> readFun(at, depth + 1);
      case ExternalTag.NATIVE_RECORD -> readRecord(at, depth + 1);
      default -> readLeaf(at, tag);
    };
  }

  private static boolean isCompound(int tag) {
    return switch (tag) {
      case ExternalTag.SMALL_TUPLE,
          ExternalTag.LARGE_TUPLE,
          ExternalTag.LIST,
          ExternalTag.MAP,
          ExternalTag.NEW_FUN,
          ExternalTag.NATIVE_RECORD ->
          true;
      default -> false;
    };
  }

  private Term readTuple(int at, int arity, int depth) {
    // The elements of a short tuple are read before anything is allocated.
    return switch (arity) {
      case 0 -> Tuple.of();
      case 1 -> Tuple.of(read(depth));
      case 2 -> {
        Term element1 = read(depth);
        yield Tuple.of(element1, read(depth));
      }
      case 3 -> {
        Term element1 = read(depth);
        Term element2 = read(depth);
        yield Tuple.of(element1, element2, read(depth));
      }
      default -> TERMS.tuple(readTerms(reserve(at, arity, 1, 0, "a tuple"), depth));
    };
  }

  private Term readList(int at, int depth) {
    int length = next4();
    Term[] elements = readTerms(reserve(at, length, 1, 1, "a list"), depth);
    reserved--;
    return listOf(elements, read(depth));
  }

  private static Term listOf(Term[] elements, Term tail) {
    return elements.length == 0 ? tail : TERMS.list(elements, tail);
  }

  private Term readMap(int at, int depth) {
    int size = next4();
    Term[] keysThenValues = reserve(at, size, 2, 0, "a map");
    for (int i = 0; i < size; i++) {
      reserved--;
      keysThenValues[i] = read(depth);
      reserved--;
      keysThenValues[size + i] = read(depth);
    }
    return mapOf(at, keysThenValues);
  }

  private Term readFun(int at, int depth) {
    OpenFun fun = openFun(at, null);
    readTerms(fun.terms, depth);
    return fun.finish(this);
  }

  private Term readRecord(int at, int depth) {
    OpenRecord record = openRecord(at, null);
    readTerms(record.terms, depth);
    return record.finish(this);
  }

  private Term[] readTerms(Term[] terms, int depth) {
    for (int i = 0; i < terms.length; i++) {
      reserved--;
      terms[i] = read(depth);
    }
    return terms;
  }

  /** Reads one term of any kind, with its open parts on an explicit stack. */
  private Term readDeep(int outerDepth) {
    Open top = null;
    int depth = outerDepth;
    while (true) {
      int at = position;
      Open opened = open(at, top);
      Term done;
      if (opened == null) {
        done = read(depth);
      } else {
        if (depth >= maxDepth) {
          throw tooDeep(at, maxDepth);
        }
        if (!opened.isFull()) {
          top = opened;
          depth++;
          reserved--;
          continue;
        }
        done = opened.finish(this);
      }
      while (true) {
        if (top == null) {
          return done;
        }
        top.add(done);
        if (!top.isFull()) {
          reserved--;
          break;
        }
        done = top.finish(this);
        top = top.below;
        depth--;
      }
    }
  }

  /** Begins a compound term. Returns null if a term of another kind comes next. */
  private @Nullable Open open(int at, @Nullable Open below) {
    if (atEnd() || !isCompound(input[at])) {
      return null;
    }
    return switch (next1()) {
      case ExternalTag.SMALL_TUPLE -> new Open(at, reserve(at, next1(), 1, 0, "a tuple"), below);
      case ExternalTag.LARGE_TUPLE -> new Open(at, reserve(at, next4(), 1, 0, "a tuple"), below);
      case ExternalTag.LIST -> new OpenList(at, reserve(at, next4(), 1, 1, "a list"), below);
      case ExternalTag.MAP -> new OpenMap(at, reserve(at, next4(), 2, 0, "a map"), below);
      case ExternalTag.NATIVE_RECORD -> openRecord(at, below);
      default -> openFun(at, below);
    };
  }

  /** Reads a native record up to its values. */
  private OpenRecord openRecord(int at, @Nullable Open below) {
    int size = next4();
    requireRoom(at, Integer.toUnsignedLong(size) * MIN_FIELD_BYTES, size, "a record");
    int flags = next1();
    Atom module = atom();
    Atom name = atom();
    Atom[] fields = new Atom[size];
    for (int i = 0; i < size; i++) {
      fields[i] = atom();
    }
    RecordHead head = RecordHead.of(this, at, module, name, flags, fields);
    return new OpenRecord(at, head, reserve(at, size, 1, 0, "a record"), below);
  }

  /** Reads a local fun up to its captured terms. */
  private OpenFun openFun(int at, @Nullable Open below) {
    int sizeAt = position;
    int size = next4();
    int arity = next1();
    byte[] uniq = copy(at, LocalFun.UNIQ_BYTES);
    int index = next4();
    int freeCount = next4();
    Atom module = atom();
    int oldIndex = int32();
    int oldUniq = int32();
    int pidAt = position;
    int tag = next1();
    if (tag != ExternalTag.NEW_PID && tag != ExternalTag.PID) {
      throw corrupt(pidAt, "tag " + tag + " (expected: the tag of a pid)");
    }
    LocalFun head = LocalFun.of(module, arity, uniq, index, oldIndex, oldUniq, pid(tag), List.of());
    Term[] free = reserve(at, freeCount, 1, 0, "a fun with captured terms");
    return new OpenFun(at, sizeAt, size, head, free, below);
  }

  /** A compound term that is partly read; this class is that of a tuple. */
  private static class Open {
    final int at;
    final Term[] terms;
    final @Nullable Open below;
    int taken;

    Open(int at, Term[] terms, @Nullable Open below) {
      this.at = at;
      this.terms = terms;
      this.below = below;
    }

    boolean isFull() {
      return taken == terms.length;
    }

    void add(Term term) {
      terms[taken++] = term;
    }

    Term finish(TermReader reader) {
      return TERMS.tuple(terms);
    }
  }

  private static final class OpenList extends Open {
    private @Nullable Term tail;

    OpenList(int at, Term[] terms, @Nullable Open below) {
      super(at, terms, below);
    }

    @Override
    boolean isFull() {
      return tail != null;
    }

    @Override
    void add(Term term) {
      if (taken < terms.length) {
        terms[taken++] = term;
      } else {
        tail = term;
      }
    }

    @Override
    Term finish(TermReader reader) {
      return listOf(terms, Objects.requireNonNull(tail));
    }
  }

  private static final class OpenMap extends Open {

    OpenMap(int at, Term[] terms, @Nullable Open below) {
      super(at, terms, below);
    }

    @Override
    void add(Term term) {
      int i = taken++;
      terms[i % 2 == 0 ? i / 2 : terms.length / 2 + i / 2] = term;
    }

    @Override
    Term finish(TermReader reader) {
      return reader.mapOf(at, terms);
    }
  }

  private static final class OpenRecord extends Open {
    private final RecordHead head;

    OpenRecord(int at, RecordHead head, Term[] values, @Nullable Open below) {
      super(at, values, below);
      this.head = head;
    }

    @Override
    Term finish(TermReader reader) {
      return head.with(terms);
    }
  }

  private static final class OpenFun extends Open {
    private final int sizeAt;
    private final int size;
    private final LocalFun head;

    OpenFun(int at, int sizeAt, int size, LocalFun head, Term[] free, @Nullable Open below) {
      super(at, free, below);
      this.sizeAt = sizeAt;
      this.size = size;
      this.head = head;
    }

    @Override
    Term finish(TermReader reader) {
      int actual = reader.position - sizeAt;
      if (actual != size) {
        throw reader.corrupt(
            at, "a fun of " + actual + " bytes that says " + Integer.toUnsignedString(size));
      }
      return TERMS.withFree(head, terms);
    }
  }
}
