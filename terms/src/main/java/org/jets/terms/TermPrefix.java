package org.jets.terms;

import java.util.Objects;

/**
 * A number for the beginning of a term, ordered as the {@linkplain TermOrder#STANDARD standard
 * order} orders the terms. An ordered collection that keeps these numbers beside its keys rarely
 * has to read the keys themselves.
 *
 * <p>For all terms {@code a} and {@code b}: if {@code of(a) < of(b)}, then {@code a < b} in the
 * standard order. Terms that are equal in this order, such as {@code 1} and {@code 1.0}, have the
 * same number. Unequal terms may have the same number too, unless the number {@linkplain #isExact
 * is exact}. The numbers tell apart integers of up to 50 bits, and atoms and binaries of up to 7
 * bytes. They also tell apart tuples and lists of a few small integers and short atoms.
 *
 * <p>Constant time; nothing recurses.
 */
public final class TermPrefix {
  /*
   * The layout, from the highest bit on. That bit is flipped at the end, since longs are signed.
   *   number     00, and 62 bits of the value as a double. An integer that is not a double is
   *              rounded. This keeps the order: no integer is rounded past a float.
   *   other      4 bits for the rank, offset by the places of numbers, and 60 bits:
   *     atom       7 bytes of UTF-8, and the number of bytes, or 8 for more than 7.
   *     bitstring  7 bytes, and 4 bits for the length.
   *     tuple      the arity, the codes of the elements, and 1 if something did not fit.
   *     list       the codes of the elements, each followed by that of its tail, and 1 if something
   *                did not fit.
   *     pid        serial and id.
   *     map        the size.
   * PrefixBits has the codes of elements. A code begins with 5 bits for the type or, in a number, for
   * the length. No complete code is the beginning of another one, so that the bits after a code only
   * count if the elements before are equal.
   */
  private static final int PAYLOAD_BITS = 60;

  /** The offset of ranks, since numbers take up the first four values of the upper bits. */
  private static final int PLACES_OF_NUMBERS = 3;

  private static final int BYTES = 7;
  private static final int LENGTH_BITS = 4;

  private static final double BEYOND_INTEGERS = 0x1p53;
  private static final long BELOW_EXACT = ofNumber(-BEYOND_INTEGERS);
  private static final long ZERO = ofNumber(0.0);
  private static final long ABOVE_EXACT = ofNumber(BEYOND_INTEGERS);

  private TermPrefix() {}

  /** Returns the number that stands for the beginning of a term. */
  public static long of(Term term) {
    if (term instanceof Int32 number) {
      return ofNumber(number.value);
    }
    if (term instanceof Atom atom) {
      long bytes = (atom.prefix() >>> Byte.SIZE) << LENGTH_BITS;
      return ofOther(TermOrder.ATOM, bytes | Math.min(atom.utf8().length, BYTES + 1));
    }
    if (term instanceof Tuple tuple) {
      return ofOther(TermOrder.TUPLE, PrefixBits.of(tuple, PAYLOAD_BITS));
    }
    if (term instanceof Bitstring bits) {
      return ofOther(TermOrder.BITSTRING, payload(bits));
    }
    if (term instanceof IntegerTerm number) {
      return ofNumber(toDouble(number));
    }
    if (term instanceof FloatTerm number) {
      return ofNumber(number.value());
    }
    if (term instanceof ListCells list) {
      return ofOther(TermOrder.LIST_CELLS, PrefixBits.of(list, PAYLOAD_BITS));
    }
    if (term instanceof Pid pid) {
      return ofOther(TermOrder.PID, payload(pid));
    }
    Objects.requireNonNull(term, "term");
    return ofOther(TermOrder.rank(term), term instanceof MapTerm map ? map.size() : 0);
  }

  /** Returns whether all terms with this number are equal in the standard order. */
  public static boolean isExact(long prefix) {
    int place = (int) ((prefix ^ Long.MIN_VALUE) >>> PAYLOAD_BITS);
    return switch (place - PLACES_OF_NUMBERS) {
      case TermOrder.ATOM -> (prefix & ((1 << LENGTH_BITS) - 1)) <= BYTES;
      case TermOrder.TUPLE, TermOrder.LIST_CELLS, TermOrder.BITSTRING -> (prefix & 1) == 0;
      case TermOrder.EMPTY_LIST -> true;
      default ->
          BELOW_EXACT < prefix && prefix < ABOVE_EXACT && (prefix & 1) == (prefix < ZERO ? 1 : 0);
    };
  }

  private static long ofOther(int rank, long payload) {
    return (((long) (rank + PLACES_OF_NUMBERS) << PAYLOAD_BITS) | payload) ^ Long.MIN_VALUE;
  }

  /**
   * Returns the bits of a double without the lowest three, ordered as doubles, and one bit for
   * whether those three are zeros. They are zeros in all integers of up to 50 bits.
   */
  private static long ofNumber(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0); // -0.0 becomes 0.0.
    long ordered = bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
    // Among doubles that agree in the other bits, zeros mark the least positive or the greatest
    // negative one.
    boolean isUpper = ((bits & 7) == 0) == (bits < 0);
    return (((ordered >>> 3) << 1) | (isUpper ? 1 : 0)) ^ Long.MIN_VALUE;
  }

  static double toDouble(IntegerTerm number) {
    return number.fitsLong() ? number.longValue() : number.bigIntegerValue().doubleValue();
  }

  /**
   * Returns the first bytes and a number for the length. A partial last byte has an odd number,
   * between those of whole bytes.
   */
  private static long payload(Bitstring bits) {
    int size = bits.byteSize();
    long bytes = 0;
    for (int i = 0; i < BYTES; i++) {
      bytes = (bytes << Byte.SIZE) | (i < size ? bits.byteAt(i) & 0xff : 0);
    }
    int length = size > BYTES ? 2 * BYTES + 1 : 2 * size - (bits.trailingBits() == 0 ? 0 : 1);
    return (bytes << LENGTH_BITS) | length;
  }

  private static long payload(Pid pid) {
    long most = (1L << PAYLOAD_BITS) - 1;
    long number = ((long) pid.serial() << Integer.SIZE) | Integer.toUnsignedLong(pid.id());
    return number < 0 || number > most ? most : number;
  }
}
