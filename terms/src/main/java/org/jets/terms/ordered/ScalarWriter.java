package org.jets.terms.ordered;

import java.math.BigInteger;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.internal.external.Bytes;
import org.jets.terms.internal.external.GrowingBytes;
import org.jets.terms.internal.external.TermAccess;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the terms that contain no terms other than atoms. A parameter {@code exact} says
 * which order decides: {@link org.jets.terms.TermOrder#EXACT} inside the keys of maps, or else
 * {@link org.jets.terms.TermOrder#STANDARD}.
 */
class ScalarWriter extends GrowingBytes {
  private static final TermAccess TERMS = OrderedTag.TERMS;
  private static final ListTerm NIL = ListTerm.empty();

  /** The longest code of an integer of 64 bits. */
  private static final int LONG_BYTES = 1 + Long.BYTES;

  /** The number of bits of ties, most of which are zeros and not in {@link #ties}. */
  private long tieCount;

  /** The bits by which terms that compare equal differ, or null if none is set. */
  private @Nullable TieWriter ties;

  /** The parts of the term that do not count for equality, or null if there are none. */
  private @Nullable TieWriter details;

  ScalarWriter(int initialCapacity) {
    super(initialCapacity);
  }

  private void skipTies(int count) {
    tieCount += count;
  }

  /** Appends bits, up to 32, by which terms that compare equal differ. */
  final void addTies(long value, int count) {
    if (value != 0) {
      if (ties == null) {
        ties = new TieWriter();
      }
      ties.addAt(tieCount, value, count);
    }
    tieCount += count;
  }

  /** Returns the string that details are appended to. */
  final TieWriter details() {
    if (details == null) {
      details = new TieWriter();
    }
    return details;
  }

  /** Returns all bits of the tail, or null if none is set. */
  final @Nullable TieWriter tail() {
    if (details == null || details.isZero()) {
      return ties;
    }
    TieWriter all = ties == null ? new TieWriter() : ties;
    all.skipTo(tieCount);
    all.addAll(details);
    return all;
  }

  final int writeLeaf(Term term, int at, boolean exact) {
    if (term instanceof IntegerTerm integer) {
      return integer.fitsLong()
          ? writeLong(integer.longValue(), at, exact)
          : writeBig(integer.bigIntegerValue(), at, exact);
    }
    if (term instanceof FloatTerm number) {
      return exact ? writeExactFloat(number.value(), at) : writeFloat(number.value(), at);
    }
    if (term == NIL) {
      return put1(at, OrderedTag.NIL);
    }
    if (term instanceof Bitstring bits) {
      return writeBits(bits, at);
    }
    if (term instanceof Pid pid) {
      int end = putUnsigned(Integer.toUnsignedLong(pid.serial()), put1(at, OrderedTag.PID));
      end = putUnsigned(Integer.toUnsignedLong(pid.id()), end);
      return putNode(pid.node(), pid.creation(), end);
    }
    if (term instanceof Reference reference) {
      return writeReference(reference, at);
    }
    if (term instanceof ExternalFun fun) {
      int end = putName(fun.module(), put1(at, OrderedTag.EXTERNAL_FUN));
      return putUnsigned(fun.arity(), putName(fun.function(), end));
    }
    Port port = (Port) term;
    return putUnsigned(port.id(), putNode(port.node(), port.creation(), put1(at, OrderedTag.PORT)));
  }

  final int writeInt(int value, int at, boolean exact) {
    if (value < OrderedTag.MIN_TAGGED || value > OrderedTag.MAX_TAGGED) {
      return writeLong(value, at, exact);
    }
    if (!exact) {
      skipTies(value == 0 ? 2 : 1);
    }
    return put1(at, OrderedTag.ofTagged(value));
  }

  private int writeLong(long value, int at, boolean exact) {
    if (!exact && OrderedTag.isDouble(value)) {
      skipTies(value == 0 ? 2 : 1);
    }
    return putInteger(value, at);
  }

  private int putInteger(long value, int at) {
    if (value >= OrderedTag.MIN_TAGGED && value <= OrderedTag.MAX_TAGGED) {
      return put1(at, OrderedTag.ofTagged((int) value));
    }
    boolean negative = value < 0;
    long distance =
        negative ? OrderedTag.MIN_TAGGED - 1 - value : value - OrderedTag.MAX_TAGGED - 1;
    int length = Long.BYTES - Long.numberOfLeadingZeros(distance | 1) / Byte.SIZE;
    byte[] b = room(at, LONG_BYTES);
    b[at] = (byte) (negative ? OrderedTag.NEGATIVE - length : OrderedTag.POSITIVE + length);
    long digits = negative ? ~distance : distance;
    Bytes.put8(b, at + 1, digits << (Long.SIZE - length * Byte.SIZE));
    return at + 1 + length;
  }

  /** Writes an integer that needs more than 64 bits. */
  private int writeBig(BigInteger value, int at, boolean exact) {
    BigInteger absolute = value.abs();
    if (!exact
        && absolute.bitLength() - absolute.getLowestSetBit() <= OrderedTag.SIGNIFICAND_BITS
        && absolute.bitLength() <= Double.MAX_EXPONENT + 1) {
      skipTies(1);
    }
    byte[] magnitude = absolute.toByteArray();
    int from = magnitude[0] == 0 ? 1 : 0;
    return putHuge(value.signum() < 0, magnitude, from, magnitude.length - from, at);
  }

  /**
   * Writes a huge number: its size in bytes, and its bytes.
   *
   * @param magnitude the bytes, whose first one is not zero, from an offset to the end; further
   *     ones are zeros
   */
  private int putHuge(boolean negative, byte[] magnitude, int from, int size, int at) {
    int mask = negative ? -1 : 0;
    int end = put1(at, negative ? OrderedTag.HUGE_NEGATIVE : OrderedTag.HUGE);
    int beyond = size - Long.BYTES;
    end =
        beyond <= Byte.MAX_VALUE
            ? put1(end, beyond ^ mask)
            : put4(end, (size | Integer.MIN_VALUE) ^ mask);
    int to = magnitude.length;
    if (size > OrderedTag.MAX_TRIMMED) {
      byte[] b = room(end, size);
      for (int i = from; i < to; i++) {
        b[end++] = (byte) (magnitude[i] ^ mask);
      }
      return end;
    }
    while (magnitude[to - 1] == 0) {
      to--;
    }
    byte[] b = room(end, 2 * (to - from) + 1);
    for (int i = from; i < to; i++) {
      b[end++] = (byte) (magnitude[i] ^ mask);
      if (magnitude[i] == 0) {
        b[end++] = (byte) (OrderedTag.ABOVE ^ mask);
      }
    }
    b[end++] = (byte) mask;
    return end;
  }

  private int writeExactFloat(double value, int at) {
    long raw = Double.doubleToRawLongBits(value);
    return put1and8(at, OrderedTag.FLOAT, raw ^ ((raw >> (Long.SIZE - 1)) | Long.MIN_VALUE));
  }

  private int writeFloat(double value, int at) {
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    long magnitude = Double.doubleToRawLongBits(value) & Long.MAX_VALUE;
    if (magnitude == 0) {
      addTies(negative ? 1 : 2, 2);
      return put1(at, OrderedTag.ZERO);
    }
    int exponent = Math.getExponent(value);
    if (exponent < 0) {
      return negative
          ? put1and8(at, OrderedTag.NEGATIVE_FRACTION, ~magnitude)
          : put1and8(at, OrderedTag.FRACTION, magnitude);
    }
    if (exponent >= OrderedTag.FRACTION_BITS) {
      addTies(1, 1);
      return value >= 0x1p63 || value < -0x1p63
          ? putHugeFloat(negative, magnitude, exponent, at)
          : putInteger((long) value, at);
    }
    int fractionBits = OrderedTag.FRACTION_BITS - exponent;
    long fraction = significand(magnitude) << (Long.SIZE - fractionBits);
    int end = putInteger((long) value, at);
    if (fraction == 0) {
      addTies(1, 1);
      return end;
    }
    end = put1(end, negative ? OrderedTag.BELOW : OrderedTag.ABOVE);
    put8(end, negative ? ~fraction : fraction);
    return end + fractionBytes(fractionBits);
  }

  /** Returns the number of bytes that hold these bits. */
  static int fractionBytes(int fractionBits) {
    return (fractionBits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the digits of a double of at least 1, its first one included. */
  private static long significand(long bits) {
    long first = 1L << OrderedTag.FRACTION_BITS;
    return (bits & (first - 1)) | first;
  }

  private int putHugeFloat(boolean negative, long bits, int exponent, int at) {
    int bitSize = exponent + 1;
    int size = (bitSize + Byte.SIZE - 1) / Byte.SIZE;
    long leading = significand(bits) << (Long.SIZE - OrderedTag.SIGNIFICAND_BITS);
    byte[] magnitude = new byte[Long.BYTES];
    Bytes.put8(magnitude, 0, leading >>> (size * Byte.SIZE - bitSize));
    return putHuge(negative, magnitude, 0, size, at);
  }

  final int writeAtom(Atom atom, int at) {
    int length = TERMS.utf8(atom).length;
    long prefix = TERMS.prefix(atom);
    if (length >= Long.BYTES || Bytes.hasZero(prefix | (-1L >>> (length * Byte.SIZE)))) {
      return putName(atom, put1(at, OrderedTag.ATOM));
    }
    // The padding of the prefix is the zero that ends the name.
    put1and8(at, OrderedTag.ATOM, prefix);
    return at + 1 + length + 1;
  }

  final int putName(Atom atom, int at) {
    byte[] utf8 = TERMS.utf8(atom);
    return put1(putEscaped(utf8, 0, utf8.length, at), 0);
  }

  private int putNode(Atom node, int creation, int at) {
    return putUnsigned(Integer.toUnsignedLong(creation), putName(node, at));
  }

  /** Writes bytes, with another one after each zero. */
  private int putEscaped(byte[] source, int offset, int length, int at) {
    int from = offset;
    int to = offset + length;
    int end = at;
    while (true) {
      int zero = Bytes.indexOfZero(source, from, to);
      end = putAll(end, source, from, zero - from);
      if (zero == to) {
        return end;
      }
      end = put1and1(end, 0, OrderedTag.ABOVE);
      from = zero + 1;
    }
  }

  private int writeBits(Bitstring bits, int at) {
    int end = put1(at, OrderedTag.BITSTRING);
    end = put1(putEscaped(TERMS.array(bits), TERMS.offset(bits), bits.byteSize(), end), 0);
    int trailingBits = bits.trailingBits();
    return trailingBits == 0 ? end : put1and1(end, 0, trailingBits);
  }

  private int writeReference(Reference reference, int at) {
    int end = putNode(reference.node(), reference.creation(), put1(at, OrderedTag.REFERENCE));
    int wordCount = reference.wordCount();
    int used = wordCount;
    while (used > 0 && reference.word(used - 1) == 0) {
      used--;
    }
    end = put1(end, used);
    for (int i = used - 1; i >= 0; i--) {
      end = put4(end, reference.word(i));
    }
    boolean isUsual = wordCount == usualWords(used);
    details().add(isUsual ? 0 : wordCount + 1, OrderedTag.WORD_COUNT_BITS);
    return end;
  }

  /** Returns the number of words of a reference of which so many are used. */
  static int usualWords(int used) {
    return used <= 3 ? 3 : Reference.MAX_WORDS;
  }

  /** Writes an unsigned number of 64 bits. The first byte is less than {@link OrderedTag#ABOVE}. */
  final int putUnsigned(long value, int at) {
    if (value >= 0 && value <= OrderedTag.MAX_UNSIGNED) {
      return put1(at, (int) value);
    }
    int length = Long.BYTES - Long.numberOfLeadingZeros(value) / Byte.SIZE;
    byte[] b = room(at, LONG_BYTES);
    b[at] = (byte) (OrderedTag.MAX_UNSIGNED + length);
    Bytes.put8(b, at + 1, value << (Long.SIZE - length * Byte.SIZE));
    return at + 1 + length;
  }
}
