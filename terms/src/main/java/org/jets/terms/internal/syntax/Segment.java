package org.jets.terms.internal.syntax;

import java.math.BigInteger;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The part of a segment of {@code <<...>>} after its value, as in {@code
 * :12/little-integer-unit:8}: a size, a type, a sign, a byte order and a unit. Each may be absent.
 * A repeated one must agree with the first.
 */
final class Segment {

  enum Kind {
    INTEGER,
    FLOAT,
    BITS,
    UTF8,
    UTF16,
    UTF32;

    boolean isUtf() {
      return compareTo(UTF8) >= 0;
    }
  }

  private static final int NO_UNIT = 0;
  private static final int LARGEST_UNIT = 256;

  private @Nullable Term size;
  private @Nullable Kind kind;
  private @Nullable String sign;
  private @Nullable String byteOrder;
  private int unit = NO_UNIT;

  /** Sets the size, the expression after the colon: an integer or an atom. */
  void setSize(Term size) {
    this.size = size;
  }

  /** Accepts one word of the type. Returns false if it is unknown or contradicts an earlier one. */
  boolean accept(String word) {
    return switch (word) {
      case "integer" -> acceptKind(Kind.INTEGER);
      case "float" -> acceptKind(Kind.FLOAT);
      case "binary" -> acceptKind(Kind.BITS);
      case "bytes" -> acceptKind(Kind.BITS) && acceptUnit(IntegerTerm.of(8));
      case "bitstring", "bits" -> acceptKind(Kind.BITS) && acceptUnit(IntegerTerm.of(1));
      case "utf8" -> acceptKind(Kind.UTF8);
      case "utf16" -> acceptKind(Kind.UTF16);
      case "utf32" -> acceptKind(Kind.UTF32);
      case "signed", "unsigned" -> {
        boolean agrees = sign == null || sign.equals(word);
        sign = word;
        yield agrees;
      }
      case "big", "little", "native" -> {
        boolean agrees = byteOrder == null || byteOrder.equals(word);
        byteOrder = word;
        yield agrees;
      }
      default -> false;
    };
  }

  /** Accepts {@code unit:N}. Returns false if it is out of range or contradicts an earlier one. */
  boolean acceptUnit(IntegerTerm value) {
    if (!value.fitsInt()
        || value.intValue() < 1
        || value.intValue() > LARGEST_UNIT
        || (unit != NO_UNIT && unit != value.intValue())) {
      return false;
    }
    unit = value.intValue();
    return true;
  }

  private boolean acceptKind(Kind value) {
    boolean agrees = kind == null || kind == value;
    kind = value;
    return agrees;
  }

  Kind kind() {
    return kind == null ? Kind.INTEGER : kind;
  }

  /** Returns whether an integer in this segment is written as one without any specification. */
  boolean isPlain() {
    return kind() == Kind.INTEGER && size == null;
  }

  /**
   * Returns whether the byte order is little-endian. Native order is taken to be little-endian, as
   * on most machines.
   */
  boolean littleEndian() {
    return byteOrder != null && !byteOrder.equals("big");
  }

  boolean hasSize() {
    return size instanceof IntegerTerm;
  }

  /** Returns the given unit, or the default unit of the type. */
  int unit() {
    if (unit != NO_UNIT) {
      return unit;
    }
    return kind() == Kind.BITS ? Byte.SIZE : 1;
  }

  /** Returns size times unit, at most {@code Long.MAX_VALUE}. */
  long bitCount(int ifNoSize) {
    if (!(size instanceof IntegerTerm count)) {
      return ifNoSize;
    }
    BigInteger total = count.bigIntegerValue().multiply(BigInteger.valueOf(unit()));
    return total.bitLength() < Long.SIZE ? total.longValue() : Long.MAX_VALUE;
  }

  /** Returns the fault in size and unit that does not depend on the value, or null. */
  @Nullable String problem() {
    if (size instanceof IntegerTerm count && count.signum() < 0) {
      return "a negative size";
    }
    if (size instanceof Atom atom && !standsForNoSize(atom)) {
      return "a size that is no integer";
    }
    if (kind().isUtf()) {
      return hasSize() || unit != NO_UNIT ? "a size or unit with a UTF type" : null;
    }
    if (kind() == Kind.BITS) {
      return null;
    }
    if (!hasSize() && unit != NO_UNIT) {
      return "a unit without a size";
    }
    if (kind() == Kind.FLOAT && hasSize()) {
      long count = bitCount(0);
      return count == 16 || count == 32 || count == 64
          ? null
          : "the size of a float (expected: 16, 32 or 64 bits)";
    }
    return null;
  }

  /** Returns whether an atom means "no size" in Erlang's evaluation of bitstrings. */
  private boolean standsForNoSize(Atom atom) {
    return kind() == Kind.BITS
        ? atom.name().equals("all")
        : kind().isUtf() && atom.name().equals("undefined");
  }
}
