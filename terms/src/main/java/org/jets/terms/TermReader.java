package org.jets.terms;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a term of the external term format, without the version byte, from a part of an array.
 *
 * <p>Recurses to a small depth, and from there on keeps a stack of its own. Every length is
 * compared with what is left of the input before anything of that length is made. Where a length
 * counts terms, which take a byte each at least, the bytes of all terms that are still to come are
 * {@link #reserved}, so that lengths inside each other cannot claim the same bytes again: over the
 * whole input no more places for terms are made than there are bytes.
 */
final class TermReader {
  private static final int MAX_OLD_CREATION = 3;
  private static final int OLD_REFERENCE_BITS = 18;

  private final byte[] input;
  private final int start;
  private final int end;

  /** Whether there was more input than the option allows for a term. */
  private final boolean cutByLimit;

  private final boolean inCompressedData;
  private final DecodeOptions options;
  private final boolean views;
  private final int maxDepth;

  /** The depth up to which {@link #read} recurses. */
  private final int maxRecursion;

  private int position;

  /** How many bytes from {@link #position} on are spoken for by terms that must still come. */
  private int reserved;

  private int newAtoms;

  /**
   * @param cutByLimit whether the input goes on after this part, which {@link
   *     DecodeOptions#maxEncodedBytes} ends
   * @param inCompressedData whether the part is the uncompressed form of a compressed term
   */
  TermReader(
      byte[] input,
      int start,
      int end,
      boolean cutByLimit,
      boolean inCompressedData,
      DecodeOptions options) {
    this.input = input;
    this.start = start;
    this.end = end;
    this.cutByLimit = cutByLimit;
    this.inCompressedData = inCompressedData;
    this.options = options;
    this.views = options.views();
    this.maxDepth = options.maxDepth();
    this.maxRecursion = Math.min(maxDepth, TermHash.MAX_RECURSION);
    this.position = start;
  }

  /** Where the next byte is, as an index of the array. */
  int position() {
    return position;
  }

  int remaining() {
    return end - position;
  }

  boolean atEnd() {
    return position == end;
  }

  /** Reads the byte that a term which travels alone begins with. */
  void readVersion() {
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

  /** Whether a compressed term follows, whose tag this then passes over. */
  boolean skipCompressedTag() {
    if (atEnd() || input[position] != ExternalTag.COMPRESSED) {
      return false;
    }
    position++;
    return true;
  }

  /** Reads the size that a compressed term says it has uncompressed. */
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

  void skip(int count) {
    position += count;
  }

  Term read() {
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
      case ExternalTag.SMALL_INTEGER -> Int32.valueOf(next1());
      case ExternalTag.INTEGER -> Int32.valueOf(next4());
      case ExternalTag.SMALL_ATOM_UTF8 -> utf8Atom(at, next1());
      case ExternalTag.NIL -> EmptyList.NIL;
      case ExternalTag.BINARY -> binary(at, next4());
      case ExternalTag.STRING -> ListTerm.wrapBytes(copy(at, next2()));
      case ExternalTag.SMALL_TUPLE -> readTuple(at, next1(), depth + 1);
      case ExternalTag.LARGE_TUPLE -> readTuple(at, next4(), depth + 1);
      case ExternalTag.LIST -> readList(at, depth + 1);
      case ExternalTag.MAP -> readMap(at, depth + 1);
      case ExternalTag.NEW_FUN -> readFun(at, depth + 1);
      default -> readLeaf(at, tag);
    };
  }

  private static boolean isCompound(int tag) {
    return switch (tag) {
      case ExternalTag.SMALL_TUPLE,
          ExternalTag.LARGE_TUPLE,
          ExternalTag.LIST,
          ExternalTag.MAP,
          ExternalTag.NEW_FUN ->
          true;
      default -> false;
    };
  }

  private Term readTuple(int at, int arity, int depth) {
    // The elements of a short tuple are read before anything is made.
    return switch (arity) {
      case 0 -> Tuple0.EMPTY;
      case 1 -> new Tuple1(read(depth));
      case 2 -> {
        Term element1 = read(depth);
        yield new Tuple2(element1, read(depth));
      }
      case 3 -> {
        Term element1 = read(depth);
        Term element2 = read(depth);
        yield new Tuple3(element1, element2, read(depth));
      }
      default -> Tuple.wrap(readTerms(reserve(at, arity, 1, 0, "a tuple"), depth));
    };
  }

  private Term readList(int at, int depth) {
    int length = next4();
    Term[] elements = readTerms(reserve(at, length, 1, 1, "a list"), depth);
    reserved--;
    return listOf(elements, read(depth));
  }

  private static Term listOf(Term[] elements, Term tail) {
    return elements.length == 0 ? tail : ListTerm.wrap(elements, tail);
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

  private MapTerm mapOf(int at, Term[] keysThenValues) {
    MapTerm map = MapTerm.wrap(keysThenValues);
    if (map == null) {
      throw corrupt(at, "a map with a key that occurs twice");
    }
    return map;
  }

  private Term readFun(int at, int depth) {
    OpenFun fun = openFun(at, null);
    readTerms(fun.terms, depth);
    return fun.finish(this);
  }

  private Term[] readTerms(Term[] terms, int depth) {
    for (int i = 0; i < terms.length; i++) {
      reserved--;
      terms[i] = read(depth);
    }
    return terms;
  }

  /**
   * Returns an array for terms that are still to come, each of which takes a byte at least.
   *
   * @param count how often, unsigned
   * @param each how many terms for one of them
   * @param more how many terms besides, which have no place in the array
   */
  private Term[] reserve(int at, int count, int each, int more, String what) {
    long terms = Integer.toUnsignedLong(count) * each;
    int free = end - position - reserved;
    if (terms + more > free) {
      throw truncated(
          at, what + " of size " + Integer.toUnsignedString(count) + " in " + free + " bytes");
    }
    reserved += (int) terms + more;
    return new Term[(int) terms];
  }

  /** Reads one term of any kind, with what is open below it on a stack in memory. */
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
          throw corrupt(at, "terms nested deeper than " + maxDepth + " (the limit, see maxDepth)");
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

  /** Begins a compound term; null where another term comes next. */
  private @Nullable Open open(int at, @Nullable Open below) {
    if (atEnd() || !isCompound(input[at])) {
      return null;
    }
    return switch (next1()) {
      case ExternalTag.SMALL_TUPLE -> new Open(at, reserve(at, next1(), 1, 0, "a tuple"), below);
      case ExternalTag.LARGE_TUPLE -> new Open(at, reserve(at, next4(), 1, 0, "a tuple"), below);
      case ExternalTag.LIST -> new OpenList(at, reserve(at, next4(), 1, 1, "a list"), below);
      case ExternalTag.MAP -> new OpenMap(at, reserve(at, next4(), 2, 0, "a map"), below);
      default -> openFun(at, below);
    };
  }

  /** Reads a term that has no terms below it but atoms and pids. */
  private Term readLeaf(int at, int tag) {
    return switch (tag) {
      case ExternalTag.BIT_BINARY -> bitstring(at);
      case ExternalTag.NEW_FLOAT -> newFloat(at);
      case ExternalTag.FLOAT -> textFloat(at);
      case ExternalTag.SMALL_BIG -> integer(at, next1());
      case ExternalTag.LARGE_BIG -> integer(at, next4());
      case ExternalTag.ATOM_UTF8 -> utf8Atom(at, next2());
      case ExternalTag.ATOM -> latin1Atom(at, next2());
      case ExternalTag.SMALL_ATOM -> latin1Atom(at, next1());
      case ExternalTag.NEW_PID, ExternalTag.PID -> pid(tag);
      case ExternalTag.NEW_PORT, ExternalTag.V4_PORT, ExternalTag.PORT -> port(tag);
      case ExternalTag.NEWER_REFERENCE -> reference(at);
      case ExternalTag.NEW_REFERENCE, ExternalTag.REFERENCE -> oldReference(at, tag);
      case ExternalTag.EXPORT -> externalFun(at);
      default -> throw corrupt(at, unreadable(tag));
    };
  }

  private static String unreadable(int tag) {
    String why =
        switch (tag) {
          case ExternalTag.ATOM_CACHE_REF ->
              "ATOM_CACHE_REF, which only a message between nodes can resolve";
          case ExternalTag.COMPRESSED -> "a compressed term inside another";
          case ExternalTag.FUN ->
              "FUN_EXT, a fun of before OTP R15, which no release reads any more";
          case ExternalTag.LOCAL -> "LOCAL_EXT, which only the node that wrote it can read";
          case ExternalTag.VERSION -> "a version byte inside a term";
          default -> "no such tag";
        };
    return "tag " + tag + ": " + why + " (expected: the tag of a term)";
  }

  private Binary binary(int at, int length) {
    return views ? view(at, length) : Binary.wrap(copy(at, length));
  }

  private Binary view(int at, int length) {
    require(at, length);
    int from = position;
    position = from + length;
    return Binary.view(input, from, length);
  }

  private Bitstring bitstring(int at) {
    int length = next4();
    int bits = next1();
    if (bits < 1 || bits > Byte.SIZE || length == 0) {
      throw corrupt(
          at,
          "a bitstring of "
              + Integer.toUnsignedString(length)
              + " bytes with "
              + bits
              + " bits in the last (expected: 1..8 and a last byte)");
    }
    if (bits == Byte.SIZE) {
      return binary(at, length);
    }
    return Bitstring.wrap(copy(at, length), bits);
  }

  private FloatTerm newFloat(int at) {
    require(at, Long.BYTES);
    double value = Double.longBitsToDouble(Bytes.get8(input, position));
    position += Long.BYTES;
    return finite(at, value);
  }

  private FloatTerm textFloat(int at) {
    require(at, ExternalTag.FLOAT_BYTES);
    Double value = FloatText.parse(input, position, ExternalTag.FLOAT_BYTES);
    if (value == null) {
      throw corrupt(at, "a float as text that is not one");
    }
    position += ExternalTag.FLOAT_BYTES;
    return finite(at, value);
  }

  private FloatTerm finite(int at, double value) {
    if (!Double.isFinite(value)) {
      throw corrupt(at, "float: " + value + " (expected: a finite number)");
    }
    return FloatTerm.of(value);
  }

  /** Reads sign and magnitude, which is little-endian and may have zeros in front. */
  private IntegerTerm integer(int at, int length) {
    require(at, length);
    boolean negative = next1() != 0;
    require(at, length);
    if (length > options.maxIntegerBytes()) {
      throw corrupt(
          at,
          "an integer of "
              + length
              + " bytes (expected: at most "
              + options.maxIntegerBytes()
              + ", see maxIntegerBytes)");
    }
    int from = position;
    position += length;
    int highest = position - 1;
    while (highest >= from && input[highest] == 0) {
      highest--;
    }
    if (highest - from >= Long.BYTES) {
      return bigInteger(from, highest, negative);
    }
    long magnitude = 0;
    for (int i = highest; i >= from; i--) {
      magnitude = magnitude << Byte.SIZE | (input[i] & 0xff);
    }
    if (magnitude >= 0) {
      return IntegerTerm.of(negative ? -magnitude : magnitude);
    }
    return magnitude == Long.MIN_VALUE && negative
        ? IntegerTerm.of(Long.MIN_VALUE)
        : bigInteger(from, highest, negative);
  }

  private IntegerTerm bigInteger(int from, int highest, boolean negative) {
    byte[] magnitude = new byte[highest - from + 1];
    for (int i = 0; i < magnitude.length; i++) {
      magnitude[i] = input[highest - i];
    }
    return IntegerTerm.of(new BigInteger(negative ? -1 : 1, magnitude));
  }

  private Atom utf8Atom(int at, int length) {
    require(at, length);
    int from = position;
    position += length;
    Atom atom = AtomTable.find(input, from, length);
    return atom != null ? atom : newAtom(at, input, from, length);
  }

  private Atom latin1Atom(int at, int length) {
    require(at, length);
    if (length > Atom.MAX_CODE_POINTS) {
      throw corrupt(at, tooLongAtom());
    }
    byte[] utf8 =
        new String(input, position, length, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.UTF_8);
    position += length;
    Atom atom = AtomTable.find(utf8, 0, utf8.length);
    return atom != null ? atom : newAtom(at, utf8, 0, utf8.length);
  }

  private static String tooLongAtom() {
    return "an atom of more than " + Atom.MAX_CODE_POINTS + " characters";
  }

  private Atom newAtom(int at, byte[] utf8, int from, int length) {
    if (options.safe()) {
      throw corrupt(at, "an atom that is new (expected: a known one, see safe)");
    }
    if (newAtoms == options.maxNewAtoms()) {
      throw corrupt(at, "more than " + newAtoms + " new atoms (the limit, see maxNewAtoms)");
    }
    newAtoms++;
    try {
      return AtomTable.internUtf8(utf8, from, length);
    } catch (IllegalArgumentException e) {
      throw corrupt(at, "an atom that is not UTF-8 or too long: " + e.getMessage());
    }
  }

  /** Reads a term that must be an atom. */
  private Atom atom() {
    int at = position;
    int tag = next1();
    return switch (tag) {
      case ExternalTag.SMALL_ATOM_UTF8 -> utf8Atom(at, next1());
      case ExternalTag.ATOM_UTF8 -> utf8Atom(at, next2());
      case ExternalTag.ATOM -> latin1Atom(at, next2());
      case ExternalTag.SMALL_ATOM -> latin1Atom(at, next1());
      default -> throw corrupt(at, "tag " + tag + " (expected: the tag of an atom)");
    };
  }

  /** Reads a term that must be an integer of 32 bits. */
  private int int32() {
    int at = position;
    int tag = next1();
    IntegerTerm value =
        switch (tag) {
          case ExternalTag.SMALL_INTEGER -> Int32.valueOf(next1());
          case ExternalTag.INTEGER -> Int32.valueOf(next4());
          case ExternalTag.SMALL_BIG -> integer(at, next1());
          default -> throw corrupt(at, "tag " + tag + " (expected: the tag of an integer)");
        };
    if (!value.fitsInt()) {
      throw corrupt(at, "integer: " + value + " (expected: 32 bits)");
    }
    return value.intValue();
  }

  private Pid pid(int tag) {
    Atom node = atom();
    int id = next4();
    int serial = next4();
    return Pid.of(node, id, serial, tag == ExternalTag.PID ? oldCreation() : next4());
  }

  private Port port(int tag) {
    Atom node = atom();
    long id = tag == ExternalTag.V4_PORT ? next8() : Integer.toUnsignedLong(next4());
    return Port.of(node, id, tag == ExternalTag.PORT ? oldCreation() : next4());
  }

  private int oldCreation() {
    int at = position;
    int creation = next1();
    if (creation > MAX_OLD_CREATION) {
      throw corrupt(at, "creation: " + creation + " (expected: 0.." + MAX_OLD_CREATION + ")");
    }
    return creation;
  }

  private Reference reference(int at) {
    int count = wordCount(at, next2());
    Atom node = atom();
    int creation = next4();
    return Reference.of(node, creation, words(count));
  }

  private Reference oldReference(int at, int tag) {
    if (tag == ExternalTag.NEW_REFERENCE) {
      int count = wordCount(at, next2());
      Atom node = atom();
      int creation = oldCreation();
      return Reference.of(node, creation, oldWords(at, count));
    }
    Atom node = atom();
    int[] words = oldWords(at, 1);
    return Reference.of(node, oldCreation(), words);
  }

  private int wordCount(int at, int count) {
    if (count < 1 || count > Reference.MAX_WORDS) {
      throw corrupt(
          at, "a reference of " + count + " words (expected: 1.." + Reference.MAX_WORDS + ")");
    }
    return count;
  }

  private int[] words(int count) {
    int[] words = new int[count];
    for (int i = 0; i < count; i++) {
      words[i] = next4();
    }
    return words;
  }

  private int[] oldWords(int at, int count) {
    int[] words = words(count);
    if (words[0] >>> OLD_REFERENCE_BITS != 0) {
      throw corrupt(
          at,
          "first word: "
              + Integer.toUnsignedString(words[0])
              + " (expected: "
              + OLD_REFERENCE_BITS
              + " bits in an old reference)");
    }
    return words;
  }

  private ExternalFun externalFun(int at) {
    if (options.safe()) {
      throw corrupt(at, "an external fun (expected: none, see safe)");
    }
    Atom module = atom();
    Atom function = atom();
    int arity = int32();
    if (arity < 0 || arity > 0xff) {
      throw corrupt(at, "an external fun of arity " + arity + " (expected: 0..255)");
    }
    return ExternalFun.of(module, function, arity);
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

  private byte[] copy(int at, int length) {
    require(at, length);
    int from = position;
    position = from + length;
    return Bytes.copyOf(input, from, length);
  }

  private int next1() {
    int at = position;
    if (at >= end) {
      throw truncated(at, "no more bytes");
    }
    position = at + 1;
    return input[at] & 0xff;
  }

  private int next2() {
    int at = position;
    require(at, Short.BYTES);
    position = at + Short.BYTES;
    return Bytes.get2(input, at);
  }

  private int next4() {
    int at = position;
    require(at, Integer.BYTES);
    position = at + Integer.BYTES;
    return Bytes.get4(input, at);
  }

  private long next8() {
    int at = position;
    require(at, Long.BYTES);
    position = at + Long.BYTES;
    return Bytes.get8(input, at);
  }

  /**
   * Throws where there are less bytes left.
   *
   * @param at where the term begins
   * @param length unsigned
   */
  private void require(int at, int length) {
    if (length < 0 || length > end - position) {
      throw truncated(
          at, Integer.toUnsignedString(length) + " bytes needed, " + (end - position) + " left");
    }
  }

  /** Returns the exception for input that ends too early. */
  TermFormatException truncated(int at, String what) {
    return cutByLimit
        ? corrupt(
            at,
            "a term of more than "
                + options.maxEncodedBytes()
                + " bytes (the limit, see maxEncodedBytes)")
        : corrupt(at, "truncated: " + what);
  }

  /** Returns the exception for a byte of the input, or of the uncompressed form of it. */
  TermFormatException corrupt(int at, String reason) {
    return new TermFormatException(at - (long) start, inCompressedData, reason);
  }

  /** A compound term that has been begun: here a tuple. */
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
      return Tuple.wrap(terms);
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
      return head.withFree(terms);
    }
  }
}
