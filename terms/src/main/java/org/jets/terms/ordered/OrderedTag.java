package org.jets.terms.ordered;

import java.lang.invoke.MethodHandles;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.internal.external.TermAccess;

/**
 * The bytes of the code that have a meaning of their own. The first byte of a term is its tag. Tags
 * ascend in the order of types. The values between them are free for types to come.
 *
 * <p>After a term comes a byte between {@link #BELOW} and {@link #ABOVE}, never one of these two:
 * the tag of the next term, an end of a list, or the first byte of the tail. So these two bytes
 * continue a number, and the byte after a zero tells whether the zero ends a name or binary.
 */
final class OrderedTag {
  /** The continuation of a negative integer by a fraction. */
  static final int BELOW = 0x00;

  /** The continuation of a positive integer by a fraction, and of a zero that ends nothing. */
  static final int ABOVE = 0xff;

  /** Inside a list: a last tail of a type before that of {@code []}. */
  static final int LOW_TAIL = 0x01;

  /** Inside a list: the last tail {@code []}. */
  static final int END = 0x02;

  /** Inside a list: a last tail that is a bitstring. */
  static final int HIGH_TAIL = 0xfe;

  static final int HUGE_NEGATIVE = 0x03;

  /** Less the number of bytes: negative integers of one to eight bytes. */
  static final int NEGATIVE = 0x0c;

  /** The numbers between -1 and 0. */
  static final int NEGATIVE_FRACTION = 0x14;

  static final int ZERO = 0x15;

  /** The numbers between 0 and 1. */
  static final int FRACTION = 0x16;

  /** Plus the number of bytes: positive integers of one to eight bytes. */
  static final int POSITIVE = 0x95;

  static final int HUGE = 0x9e;

  /** A float where integers come before floats. */
  static final int FLOAT = 0x9f;

  static final int ATOM = 0xa4;
  static final int REFERENCE = 0xa8;
  static final int LOCAL_FUN = 0xac;
  static final int EXTERNAL_FUN = 0xad;
  static final int PORT = 0xb0;
  static final int PID = 0xb4;

  /** Plus the arity, if it is at most {@link #MAX_TUPLE}. */
  static final int TUPLE = 0xb8;

  static final int LARGE_TUPLE = 0xc0;
  static final int RECORD = 0xc4;

  /** Plus the size, if it is at most {@link #MAX_MAP}. */
  static final int MAP = 0xc8;

  static final int LARGE_MAP = 0xcc;
  static final int NIL = 0xd0;
  static final int LIST = 0xd4;
  static final int BITSTRING = 0xd8;

  static final int MAX_TUPLE = 7;
  static final int MAX_MAP = 3;

  /** The least integer whose tag is all of its code. */
  static final int MIN_TAGGED = -8;

  /** The greatest integer whose tag is all of its code. */
  static final int MAX_TAGGED = 127;

  /** The maximum of an unsigned number whose first byte is all of it. */
  static final int MAX_UNSIGNED = 0xf6;

  /**
   * The maximum size in bytes of a huge integer whose trailing zero bytes are left out: the size of
   * the largest float.
   */
  static final int MAX_TRIMMED = 128;

  /** The number of binary digits of a double. */
  static final int SIGNIFICAND_BITS = 53;

  /** The bits of a double that hold its digits, without the first one. */
  static final int FRACTION_BITS = SIGNIFICAND_BITS - 1;

  /** The first byte of a tail, plus the first bits of ties and a bit for whether more follow. */
  static final int TAIL = 0x40;

  /** The number of bits of ties in the first byte of a tail. */
  static final int FIRST_TAIL_BITS = 5;

  /** The number of bits of ties in each other byte of a tail. */
  static final int TAIL_BITS = 7;

  /** The number of bits of details of a reference. */
  static final int WORD_COUNT_BITS = 3;

  /** The access to terms. */
  static final TermAccess TERMS = access();

  private OrderedTag() {}

  /** Initializes this class, and with it the access to terms. */
  static void initialize() {}

  private static TermAccess access() {
    try {
      // This class installs the access when it is initialized.
      MethodHandles.lookup().ensureInitialized(ExternalTermFormat.class);
    } catch (IllegalAccessException e) {
      throw new LinkageError("no access to a public class", e);
    }
    return TermAccess.installed();
  }

  /** Returns the tag of an integer whose tag is all of its code. */
  static int ofTagged(int value) {
    return ZERO + value + Integer.signum(value);
  }

  /** Returns whether a tag is that of an integer whose tag is all of its code. */
  static boolean isTagged(int tag) {
    return tag >= NEGATIVE && tag <= POSITIVE && tag != NEGATIVE_FRACTION && tag != FRACTION;
  }

  /** Returns the integer of such a tag. */
  static int tagged(int tag) {
    return tag - ZERO - Integer.signum(tag - ZERO);
  }

  /** Returns whether an integer of 64 bits is also the value of a double. */
  static boolean isDouble(long value) {
    long magnitude = Math.abs(value); // as an unsigned number right for Long.MIN_VALUE too
    return Long.SIZE - Long.numberOfLeadingZeros(magnitude) - Long.numberOfTrailingZeros(magnitude)
        <= SIGNIFICAND_BITS;
  }
}
