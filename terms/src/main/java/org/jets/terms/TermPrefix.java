package org.jets.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
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
 * <p>Bitstrings and tuples may begin alike. They have {@linkplain #sharedUnits(Term, Term) units},
 * and there is a number {@linkplain #of(Term, int) behind} so many of them.
 *
 * <p>A number takes constant time, or time linear in the elements in front of it. Nothing recurses
 * without bound.
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
   * Behind some units, that of a bitstring is the same without these bytes. That of a tuple has
   * another rank, a bit for whether these units end inside a bitstring, and the codes of the rest.
   * PrefixBits has the codes of elements. A code begins with 5 bits for the type or, in a number, for
   * the length. No complete code is the beginning of another one, so that the bits after a code only
   * count if the elements before are equal.
   */
  private static final int PAYLOAD_BITS = 60;

  private static final int PLACE_BITS = Long.SIZE - PAYLOAD_BITS;

  /** The offset of ranks, since numbers take up the first four values of the upper bits. */
  private static final int PLACES_OF_NUMBERS = 3;

  private static final VarHandle BIG_ENDIAN_LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The units of an element besides whole bytes. */
  static final int END_UNITS = 2;

  /** The rank in the number of what is behind units of a tuple, which is no term's. */
  private static final int BEHIND = 12;

  /** The last bit of a number that unequal terms may have. */
  private static final long INEXACT = 1;

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
      return ofOther(TermOrder.BITSTRING, payload(bits, 0));
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

  /**
   * Returns a number for what comes behind the first units of a term. It is ordered as the term is
   * among those that share these units.
   *
   * @param units the number of units; for 0, the number is {@link #of(Term)}
   * @throws IllegalArgumentException if it is negative
   */
  public static long of(Term term, int units) {
    if (units == 0) {
      return of(term);
    }
    if (units < 0) {
      throw new IllegalArgumentException("units: " + units + " (expected: >= 0)");
    }
    if (term instanceof Bitstring bits) {
      return ofOther(TermOrder.BITSTRING, payload(bits, units));
    }
    return Objects.requireNonNull(term, "term") instanceof Tuple tuple
        ? ofOther(BEHIND, PrefixBits.behind(tuple, units, PAYLOAD_BITS))
        : INEXACT;
  }

  /** Returns whether all terms are equal that share so many units and have this number behind. */
  public static boolean isExact(long prefix, int units) {
    return units == 0 ? isExact(prefix) : (prefix & INEXACT) == 0;
  }

  /**
   * Returns the number of units that two terms share from their start. Units are compared one after
   * the other.
   *
   * <ul>
   *   <li>The units of a bitstring are its whole bytes.
   *   <li>The first unit of a tuple is its arity. Then come the units of the elements. These are
   *       the whole bytes of a bitstring and its end, or all of another element; and behind each
   *       element a unit that takes up nothing of a number.
   *   <li>Other terms have no units.
   * </ul>
   *
   * <p>An ordered map may keep the last unit that its keys share in the numbers. The units that
   * take up nothing are for this.
   *
   * @return the number, or {@link Integer#MAX_VALUE} for more
   */
  public static int sharedUnits(Term a, Term b) {
    if (Objects.requireNonNull(a, "a") instanceof Tuple x) {
      return Objects.requireNonNull(b, "b") instanceof Tuple y && x.arity() == y.arity()
          ? sharedOfTuples(x, y)
          : 0;
    }
    return Objects.requireNonNull(b, "b") instanceof Bitstring y && a instanceof Bitstring x
        ? sharedBytes(x, y)
        : 0;
  }

  private static int sharedOfTuples(Tuple a, Tuple b) {
    long shared = 1; // The same bytes can be in many elements.
    for (int i = 1, arity = a.arity(); i <= arity; i++) {
      Term x = a.elementAt(i);
      Term y = b.elementAt(i);
      if (x instanceof Bitstring xBits && y instanceof Bitstring yBits) {
        int bytes = sharedBytes(xBits, yBits);
        shared += bytes;
        // The end of a bitstring with a partial byte is not shared.
        if (bytes != xBits.byteSize() || xBits.bitSize() != yBits.bitSize()) {
          break;
        }
      } else if (x != y && !TermOrder.equal(x, y)) {
        break;
      }
      shared += END_UNITS;
    }
    return (int) Math.min(shared, Integer.MAX_VALUE);
  }

  private static int sharedBytes(Bitstring a, Bitstring b) {
    if (a == b) {
      return a.wholeBytes();
    }
    int most = Math.min(a.wholeBytes(), b.wholeBytes());
    int mismatch =
        Arrays.mismatch(
            a.array(), a.offset(), a.offset() + most, b.array(), b.offset(), b.offset() + most);
    return mismatch < 0 ? most : mismatch;
  }

  /**
   * Returns how many units two terms share at least, if these are their numbers: behind none, or
   * behind units that they share. In the latter case, further ones are counted.
   */
  public static int sharedUnits(long prefix, long other) {
    long bits = prefix ^ Long.MIN_VALUE;
    int same = Math.min(Long.numberOfLeadingZeros(prefix ^ other), Long.SIZE - 1);
    return switch ((int) (bits >>> PAYLOAD_BITS) - PLACES_OF_NUMBERS) {
      case TermOrder.BITSTRING ->
          Math.min(
              (same - PLACE_BITS) / Byte.SIZE, Math.min(wholeBytes(prefix), wholeBytes(other)));
      case TermOrder.TUPLE -> {
        int begin = PLACE_BITS + PrefixBits.bitsOfArity(bits << PLACE_BITS);
        yield same < begin ? 0 : 1 + PrefixBits.sharedUnits(bits, begin, same, false);
      }
      case BEHIND ->
          same <= PLACE_BITS
              ? 0
              : PrefixBits.sharedUnits(bits, PLACE_BITS + 1, same, (bits << PLACE_BITS) < 0);
      default -> 0;
    };
  }

  /** Returns how many of the bytes in the number of a bitstring are whole ones. */
  private static int wholeBytes(long prefix) {
    int length = (int) prefix & ((1 << LENGTH_BITS) - 1);
    return Math.min(length / 2, BYTES);
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
   * Returns the next bytes behind some, and a number for the length of the rest. A partial last
   * byte has an odd number, between those of whole bytes.
   */
  private static long payload(Bitstring bits, int from) {
    int size = bits.byteSize() - from;
    if (size <= 0) {
      return 0;
    }
    byte[] array = bits.array();
    int end = bits.offset() + bits.byteSize();
    if (size > BYTES) {
      long bytes = (long) BIG_ENDIAN_LONGS.get(array, end - size) >>> Byte.SIZE;
      return (bytes << LENGTH_BITS) | (2 * BYTES + 1);
    }
    long bytes = 0;
    if (end >= Long.BYTES) {
      bytes = (long) BIG_ENDIAN_LONGS.get(array, end - Long.BYTES);
    } else {
      for (int i = 0; i < end; i++) {
        bytes = (bytes << Byte.SIZE) | (array[i] & 0xff);
      }
    }
    // Bytes in front of the rest are shifted out.
    bytes = (bytes << ((Long.BYTES - size) * Byte.SIZE)) >>> Byte.SIZE;
    return (bytes << LENGTH_BITS) | (2 * size - (bits.trailingBits() == 0 ? 0 : 1));
  }

  private static long payload(Pid pid) {
    long most = (1L << PAYLOAD_BITS) - 1;
    long number = ((long) pid.serial() << Integer.SIZE) | Integer.toUnsignedLong(pid.id());
    return number < 0 || number > most ? most : number;
  }
}
