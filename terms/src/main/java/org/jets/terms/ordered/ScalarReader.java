package org.jets.terms.ordered;

import java.math.BigInteger;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.internal.external.Bytes;
import org.jets.terms.internal.external.TermAccess;
import org.jets.terms.internal.external.TermInput;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the terms that contain no terms other than atoms. Refuses every form that a writer
 * does not write.
 *
 * <p>While there is no tail, each number is read as the least that compares equal, and the bits
 * that its tail would have are counted.
 */
class ScalarReader extends TermInput {
  private static final TermAccess TERMS = OrderedTag.TERMS;
  private static final double UNIT = 1.0;

  /** The tail, once it has been found. */
  @Nullable TailReader tail;

  /** The index of the next bit of ties in the tail. */
  long tie;

  /** The index of the next bit of details in the tail. */
  long detail;

  private final int viewsFrom;

  /** The exception for a number that is too large unless its tie makes it a float. */
  private @Nullable TermFormatException tooLarge;

  /** The number of zeros among the bytes whose end was found last. */
  private int escapes;

  /** The new atoms, if the caller keeps them. */
  private @Nullable List<Atom> kept;

  ScalarReader(byte[] input, int start, int end, boolean cutByLimit, DecodeOptions options) {
    super(input, start, end, cutByLimit, false, options);
    this.viewsFrom = options.viewsFrom();
  }

  /** Adds the new atoms to a list, whose atoms count against the limit already. */
  final void keepAtoms(List<Atom> atoms) {
    kept = atoms;
    setNewAtoms(atoms.size());
  }

  /** Returns the next byte, which stays. */
  final int peek() {
    if (atEnd()) {
      throw truncated(position, "no more bytes");
    }
    return input[position] & 0xff;
  }

  /** Returns the bits of ties of a term, zeros before there is a tail. */
  final long nextTie(int count) {
    long value = tail == null ? 0 : tail.get(tie, count);
    tie += count;
    return value;
  }

  /** Returns whether the next bits of ties are zeros. */
  final boolean isNextTieZero(long count) {
    return tail == null || tail.isZero(tie, count);
  }

  /** Returns the bits of details of a term, zeros before there is a tail. */
  final long nextDetail(int count) {
    if (tail == null) {
      return 0;
    }
    long value = tail.get(detail, count);
    detail += count;
    return value;
  }

  /** Reads the bytes after the tag of a term that is no compound one. */
  final Term readLeaf(int at, int tag, boolean exact) {
    if (tag >= OrderedTag.HUGE_NEGATIVE && tag <= OrderedTag.HUGE) {
      return readNumber(at, tag, exact);
    }
    return switch (tag) {
      case OrderedTag.ATOM -> name();
      case OrderedTag.NIL -> ListTerm.empty();
      case OrderedTag.BITSTRING -> readBits(at);
      case OrderedTag.PID -> {
        int serial = unsigned32();
        int id = unsigned32();
        Atom node = name();
        yield Pid.of(node, id, serial, unsigned32());
      }
      case OrderedTag.PORT -> {
        Atom node = name();
        int creation = unsigned32();
        yield Port.of(node, unsigned64(), creation);
      }
      case OrderedTag.REFERENCE -> readReference(at);
      case OrderedTag.EXTERNAL_FUN -> readExternalFun(at);
      case OrderedTag.FLOAT -> readExactFloat(at, exact);
      default -> throw corrupt(at, "tag %02X (expected: the tag of a term)".formatted(tag));
    };
  }

  private Term readNumber(int at, int tag, boolean exact) {
    if (tag == OrderedTag.FRACTION || tag == OrderedTag.NEGATIVE_FRACTION) {
      return readUnitFraction(at, tag == OrderedTag.NEGATIVE_FRACTION, exact);
    }
    if (tag == OrderedTag.HUGE || tag == OrderedTag.HUGE_NEGATIVE) {
      return readHuge(at, tag == OrderedTag.HUGE_NEGATIVE, exact);
    }
    long value = OrderedTag.isTagged(tag) ? OrderedTag.tagged(tag) : integer(at, tag);
    int next = peek();
    if (value > 0 ? next == OrderedTag.ABOVE : value < 0 && next == OrderedTag.BELOW) {
      position++;
      return readFraction(at, value, exact);
    }
    if (exact || !OrderedTag.isDouble(value)) {
      return IntegerTerm.of(value);
    }
    if (value != 0) {
      return nextTie(1) == 0 ? IntegerTerm.of(value) : FloatTerm.of((double) value);
    }
    return switch ((int) nextTie(2)) {
      case 0 -> IntegerTerm.of(0);
      case 1 -> FloatTerm.of(-0.0);
      case 2 -> FloatTerm.of(0.0);
      default -> throw corrupt(at, "a zero of no type");
    };
  }

  /** Reads an integer of one to eight bytes. */
  private long integer(int at, int tag) {
    boolean negative = tag < OrderedTag.NEGATIVE;
    int length = negative ? OrderedTag.NEGATIVE - tag : tag - OrderedTag.POSITIVE;
    long digits = digits(at, length);
    long distance = negative ? ~digits & (-1L >>> (Long.SIZE - length * Byte.SIZE)) : digits;
    long max =
        negative
            ? OrderedTag.MIN_TAGGED - 1 - Long.MIN_VALUE
            : Long.MAX_VALUE - OrderedTag.MAX_TAGGED - 1;
    if ((length > 1 && distance >>> ((length - 1) * Byte.SIZE) == 0)
        || Long.compareUnsigned(distance, max) > 0) {
      throw corrupt(at, "an integer that is not in its only form");
    }
    return negative ? OrderedTag.MIN_TAGGED - 1 - distance : distance + OrderedTag.MAX_TAGGED + 1;
  }

  /** Reads an unsigned number of one to eight bytes. */
  private long digits(int at, int length) {
    require(at, length);
    long digits = 0;
    for (int i = 0; i < length; i++) {
      digits = (digits << Byte.SIZE) | (input[position + i] & 0xff);
    }
    position += length;
    return digits;
  }

  private FloatTerm readUnitFraction(int at, boolean negative, boolean exact) {
    long raw = next8();
    double value = Double.longBitsToDouble(negative ? ~raw : raw);
    if (exact || !(value > 0 && value < UNIT)) {
      throw corrupt(at, "a number that is not between 0 and 1, or in exact order");
    }
    return FloatTerm.of(negative ? -value : value);
  }

  /** Reads the fraction that follows an integer. */
  private FloatTerm readFraction(int at, long whole, boolean exact) {
    long magnitude = Math.abs(whole);
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(magnitude);
    int fractionBits = OrderedTag.FRACTION_BITS - exponent;
    if (exact || fractionBits <= 0) {
      throw corrupt(at, "a fraction after an integer that has none");
    }
    int length = ScalarWriter.fractionBytes(fractionBits);
    long digits = digits(at, length);
    long bits = whole < 0 ? ~digits & ((1L << (length * Byte.SIZE)) - 1) : digits;
    int unused = length * Byte.SIZE - fractionBits;
    if (bits == 0 || (bits & ((1L << unused) - 1)) != 0) {
      throw corrupt(at, "a fraction that is zero or too long");
    }
    long first = 1L << OrderedTag.FRACTION_BITS;
    long significand = ((magnitude << fractionBits) | (bits >>> unused)) & (first - 1);
    long biased = exponent + (long) Double.MAX_EXPONENT;
    double value = Double.longBitsToDouble((biased << OrderedTag.FRACTION_BITS) | significand);
    return FloatTerm.of(whole < 0 ? -value : value);
  }

  private Term readHuge(int at, boolean negative, boolean exact) {
    int mask = negative ? 0xff : 0;
    int size = hugeSize(at, mask);
    if (size > OrderedTag.MAX_TRIMMED && size > options.maxIntegerBytes()) {
      throw tooLarge(at, size);
    }
    byte[] magnitude = size > OrderedTag.MAX_TRIMMED ? copy(at, size) : trimmed(at, size, mask);
    if (negative && size > OrderedTag.MAX_TRIMMED) {
      for (int i = 0; i < size; i++) {
        magnitude[i] = (byte) ~magnitude[i];
      }
    }
    BigInteger value = new BigInteger(negative ? -1 : 1, magnitude);
    if (magnitude[0] == 0 || value.bitLength() < Long.SIZE) {
      throw corrupt(at, "an integer that is not in its only form");
    }
    boolean isFloat = false;
    if (!exact && size <= OrderedTag.MAX_TRIMMED && isDouble(value)) {
      isFloat = nextTie(1) != 0;
      if (tail == null && size > options.maxIntegerBytes()) {
        tooLarge = tooLarge(at, size);
        return IntegerTerm.of(value);
      }
    }
    if (!isFloat && size > options.maxIntegerBytes()) {
      throw tooLarge(at, size);
    }
    return isFloat ? FloatTerm.of(value.doubleValue()) : IntegerTerm.of(value);
  }

  /** Returns whether a number of up to 1,024 bits is the value of a double. */
  private static boolean isDouble(BigInteger value) {
    return value.abs().bitLength() - value.getLowestSetBit() <= OrderedTag.SIGNIFICAND_BITS;
  }

  private TermFormatException tooLarge(int at, int size) {
    return corrupt(
        at,
        "an integer of "
            + size
            + " bytes (expected: at most "
            + options.maxIntegerBytes()
            + ", see maxIntegerBytes)");
  }

  /** Throws if a number was too large for an integer, and no tail has made it a float. */
  final void checkNoneTooLarge() {
    if (tooLarge != null) {
      throw tooLarge;
    }
  }

  private int hugeSize(int at, int mask) {
    int first = next1() ^ mask;
    if (first <= Byte.MAX_VALUE) {
      return first + Long.BYTES;
    }
    position--;
    int size = (next4() ^ (mask == 0 ? 0 : -1)) & Integer.MAX_VALUE;
    if (size <= Byte.MAX_VALUE + Long.BYTES) {
      throw corrupt(at, "a size of an integer that is not in its only form");
    }
    return size;
  }

  /** Reads the bytes of an integer whose trailing zeros are left out. */
  private byte[] trimmed(int at, int size, int mask) {
    byte[] magnitude = new byte[size];
    int length = 0;
    while (true) {
      int value = next1() ^ mask;
      if (value == 0) {
        if (peek() != (OrderedTag.ABOVE ^ mask)) {
          break;
        }
        position++;
      }
      if (length == size) {
        throw corrupt(at, "an integer of more bytes than the " + size + " it says");
      }
      magnitude[length++] = (byte) value;
    }
    if (length == 0 || magnitude[length - 1] == 0) {
      throw corrupt(at, "an integer with zero bytes at its end");
    }
    return magnitude;
  }

  private FloatTerm readExactFloat(int at, boolean exact) {
    long ordered = next8();
    long raw = ordered ^ ((~ordered >> (Long.SIZE - 1)) | Long.MIN_VALUE);
    double value = Double.longBitsToDouble(raw);
    if (!exact || !Double.isFinite(value)) {
      throw corrupt(at, "float: " + value + " (expected: a finite number in exact order)");
    }
    return FloatTerm.of(value);
  }

  /** Reads the name of an atom. */
  final Atom name() {
    int from = position;
    int zero = findEnd(from);
    position = zero + 1;
    if (escapes == 0) {
      return name(from, input, from, zero - from);
    }
    byte[] utf8 = unescaped(from, zero);
    return name(from, utf8, 0, utf8.length);
  }

  /** Returns the atom of a name in UTF-8, and keeps it if it is new. */
  final Atom name(int at, byte[] utf8, int from, int length) {
    int before = newAtoms();
    Atom atom = atom(at, utf8, from, length);
    if (kept != null && newAtoms() != before) {
      kept.add(atom);
    }
    return atom;
  }

  /** Returns the index of the zero that ends the next bytes, and counts the zeros among them. */
  private int findEnd(int at) {
    int end = position + remaining();
    escapes = 0;
    int zero = position;
    while (true) {
      zero = Bytes.indexOfZero(input, zero, end);
      if (end - zero < 2) {
        throw truncated(at, "a name, a binary or a large number without its end");
      }
      if (input[zero + 1] != (byte) OrderedTag.ABOVE) {
        return zero;
      }
      escapes++;
      zero += 2;
    }
  }

  /** Returns the bytes of a part, whose zeros have another byte after each. */
  private byte[] unescaped(int from, int to) {
    if (escapes == 0) {
      return Bytes.copyOf(input, from, to - from);
    }
    byte[] bytes = new byte[to - from - escapes];
    int length = 0;
    for (int at = from; at < to; ) {
      int zero = Bytes.indexOfZero(input, at, to);
      Bytes.copy(input, at, bytes, length, zero - at);
      // The zero itself is in the new array already.
      length += zero - at + 1;
      at = zero + 2;
    }
    return bytes;
  }

  private Bitstring readBits(int at) {
    int from = position;
    int zero = findEnd(at);
    int length = zero - from - escapes;
    position = zero + 1;
    if (peek() != 0) {
      return escapes == 0 && length >= viewsFrom
          ? Binary.view(input, from, length)
          : TERMS.binary(unescaped(from, zero));
    }
    position++;
    int trailingBits = next1();
    if (trailingBits < 1 || trailingBits >= Byte.SIZE || length == 0) {
      throw corrupt(
          at,
          "a bitstring of "
              + length
              + " bytes with "
              + trailingBits
              + " bits in the last (expected: 1..7 and a last byte)");
    }
    byte[] bytes = unescaped(from, zero);
    if ((bytes[length - 1] & (0xff >>> trailingBits)) != 0) {
      throw corrupt(at, "a bitstring with unused bits that are not zeros");
    }
    return TERMS.bitstring(bytes, trailingBits);
  }

  private Reference readReference(int at) {
    Atom node = name();
    int creation = unsigned32();
    int used = next1();
    if (used > Reference.MAX_WORDS) {
      throw corrupt(at, "a reference of " + used + " words");
    }
    require(at, used * Integer.BYTES);
    int detail = (int) nextDetail(OrderedTag.WORD_COUNT_BITS);
    int usual = ScalarWriter.usualWords(used);
    int count = detail == 0 ? usual : detail - 1;
    if (count < used || count > Reference.MAX_WORDS || (detail != 0 && count == usual)) {
      throw corrupt(at, "a reference of " + count + " words that uses " + used);
    }
    int[] words = new int[count];
    for (int i = used - 1; i >= 0; i--) {
      words[i] = next4();
    }
    if (used > 0 && words[used - 1] == 0) {
      throw corrupt(at, "a reference whose highest word is zero");
    }
    return Reference.of(node, creation, words);
  }

  private ExternalFun readExternalFun(int at) {
    if (options.safe()) {
      throw corrupt(at, "an external fun (expected: none, see safe)");
    }
    Atom module = name();
    Atom function = name();
    int arity = unsigned32();
    if (arity < 0 || arity > 0xff) {
      throw corrupt(at, "an external fun of arity " + Integer.toUnsignedString(arity));
    }
    return ExternalFun.of(module, function, arity);
  }

  /** Reads an unsigned number of 32 bits. */
  final int unsigned32() {
    int at = position;
    long value = unsigned64();
    if (value >>> Integer.SIZE != 0) {
      throw corrupt(at, Long.toUnsignedString(value) + " (expected: 32 bits)");
    }
    return (int) value;
  }

  private long unsigned64() {
    int at = position;
    int first = next1();
    if (first <= OrderedTag.MAX_UNSIGNED) {
      return first;
    }
    int length = first - OrderedTag.MAX_UNSIGNED;
    if (length > Long.BYTES) {
      throw corrupt(at, "a number of " + length + " bytes");
    }
    long value = digits(at, length);
    if (length == 1
        ? value <= OrderedTag.MAX_UNSIGNED
        : value >>> ((length - 1) * Byte.SIZE) == 0) {
      throw corrupt(at, "a number that is not in its only form");
    }
    return value;
  }
}
