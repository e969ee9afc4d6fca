package org.jets.terms;

/**
 * A bit string that concatenates codes of the elements of a tuple or list and is then cut to size,
 * for {@link TermPrefix}. Codes are ordered as the elements are. A code is complete if no other
 * element's code begins with it. After an incomplete code, no further code is appended.
 *
 * <table>
 * <caption>Codes</caption>
 * <tr><th>element</th><th>code</th></tr>
 * <tr><td>number near zero</td><td>the length and the digits of the integer below it, then a bit for
 *     a fraction</td></tr>
 * <tr><td>number far from zero</td><td>its value as a double; incomplete</td></tr>
 * <tr><td>atom, bitstring</td><td>its bytes, and an end mark that is less than the code of any byte;
 *     bytes below 16 have a longer code for this</td></tr>
 * <tr><td>any other</td><td>its type; incomplete except for {@code []}</td></tr>
 * </table>
 */
final class PrefixBits {
  private static final int TAG_BITS = 5;

  // The tags of numbers; those of other types follow.
  private static final int FAR_BELOW = 0;
  private static final int MINUS_ONE = 4;
  private static final int ZERO = 5;
  private static final int FAR_ABOVE = 16;

  private static final int DIGIT_BITS = 4;

  /** The least number near zero. Negative numbers near zero have up to three digits. */
  private static final int LEAST_NEAR = -0x1000;

  /** The least positive number far from zero. Positive numbers near zero have up to ten digits. */
  private static final double FIRST_FAR = 0x1p40;

  private static final int LARGE_ARITY = 15;
  private static final int ARITY_BITS = 24;

  private long bits;

  /** The number of bits that are still free. */
  private int free;

  /** True while every code is complete and has fitted. */
  private boolean isWhole = true;

  private PrefixBits(int size) {
    free = size;
  }

  /** Returns the bits of a tuple. The last bit is 0 if no unequal tuple has the same bits. */
  static long of(Tuple tuple, int size) {
    PrefixBits bits = new PrefixBits(size - 1);
    int arity = tuple.arity();
    bits.append(Math.min(arity, LARGE_ARITY), DIGIT_BITS);
    if (arity >= LARGE_ARITY) {
      bits.append(arity, ARITY_BITS);
    }
    for (int i = 1; i <= arity && bits.isWhole; i++) {
      bits.append(tuple.elementAt(i));
    }
    return bits.toLong();
  }

  /** Returns how many of the bits of a tuple, of which the first is the highest, are its arity. */
  static int bitsOfArity(long bits) {
    return bits >>> (Long.SIZE - DIGIT_BITS) == LARGE_ARITY ? DIGIT_BITS + ARITY_BITS : DIGIT_BITS;
  }

  /**
   * Returns the bits of what is behind the first {@linkplain TermPrefix#sharedUnits(Term, Term)
   * units} of a tuple. The first bit is 1 if they end inside a bitstring, the last one is as in
   * {@link #of(Tuple, int)}.
   *
   * @param units at least 1
   */
  static long behind(Tuple tuple, int units, int size) {
    PrefixBits bits = new PrefixBits(size - 1);
    int left = units - 1;
    int arity = tuple.arity();
    int next = 1;
    while (next <= arity) {
      int bytes = tuple.elementAt(next) instanceof Bitstring element ? element.wholeBytes() : 0;
      if (left <= bytes) {
        break;
      }
      left = Math.max(left - bytes - TermPrefix.END_UNITS, 0);
      next++;
      if (left == 0) {
        break;
      }
    }
    boolean isInside = left > 0 && next <= arity;
    bits.append(isInside ? 1 : 0, 1);
    if (isInside) {
      bits.appendBytes((Bitstring) tuple.elementAt(next++), left);
    }
    for (; next <= arity && bits.isWhole; next++) {
      bits.append(tuple.elementAt(next));
    }
    return bits.toLong();
  }

  /**
   * Returns how many units two tuples share at least, if some of their bits are the same.
   *
   * @param bits those of one tuple; the first one is the highest
   * @param from the index of the first code
   * @param end the number of bits that are the same
   * @param isInside whether the first code is of the bytes of a bitstring
   */
  static int sharedUnits(long bits, int from, int end, boolean isInside) {
    return new Walk(bits, from, end).countUnits(isInside);
  }

  /** Returns the bits of a list. The last bit is 0 if no unequal list has the same bits. */
  static long of(ListCells list, int size) {
    PrefixBits bits = new PrefixBits(size - 1);
    ListCursor cells = new ListCursor(list);
    bits.append(cells.next());
    while (bits.isWhole && cells.hasNext()) {
      bits.appendTag(TermOrder.LIST_CELLS);
      bits.append(cells.next());
    }
    if (bits.isWhole) {
      bits.append(cells.lastTail());
    }
    return bits.toLong();
  }

  private long toLong() {
    return (bits << (free + 1)) | (isWhole ? 0 : 1);
  }

  /** Appends the highest of these bits, as many as fit. */
  private void append(long value, int count) {
    int fitting = Math.min(count, free);
    if (fitting > 0) {
      bits = (bits << fitting) | (value >>> (count - fitting));
      free -= fitting;
    }
    isWhole &= fitting == count;
  }

  private void appendTag(int rank) {
    append(FAR_ABOVE + rank, TAG_BITS);
  }

  private void append(Term element) {
    if (element instanceof Int32 number && number.value >= LEAST_NEAR) {
      appendDigits(number.value);
      append(0, 1);
    } else if (element instanceof Atom atom) {
      appendTag(TermOrder.ATOM);
      byte[] name = atom.utf8();
      for (int i = 0; i < name.length && free > 0; i++) {
        appendByte(name[i] & 0xff);
      }
      append(0, 5);
    } else if (element instanceof Bitstring bitstring) {
      appendBitstring(bitstring);
    } else if (element instanceof IntegerTerm || element instanceof FloatTerm) {
      appendNumber(element);
    } else {
      appendTag(TermOrder.rank(element));
      isWhole &= element == EmptyList.NIL;
    }
  }

  /** Appends an integer that is near zero. */
  private void appendDigits(long value) {
    int used = Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value);
    int digits = (used + DIGIT_BITS - 1) / DIGIT_BITS;
    append(value < 0 ? MINUS_ONE - digits : ZERO + digits, TAG_BITS);
    int bitsOfDigits = digits * DIGIT_BITS;
    append(value & ((1L << bitsOfDigits) - 1), bitsOfDigits);
  }

  private void appendNumber(Term element) {
    double value =
        element instanceof FloatTerm number
            ? number.value()
            : TermPrefix.toDouble((IntegerTerm) element);
    if (value < LEAST_NEAR || value >= FIRST_FAR) {
      append(value < 0 ? FAR_BELOW : FAR_ABOVE, TAG_BITS);
      long raw = Double.doubleToRawLongBits(value);
      append(raw ^ ((raw >> (Long.SIZE - 1)) | Long.MIN_VALUE), Long.SIZE);
      isWhole = false;
      return;
    }
    double below = Math.floor(value);
    appendDigits((long) below);
    append(below == value ? 0 : 1, 1);
    isWhole &= below == value;
  }

  private void appendBitstring(Bitstring bitstring) {
    appendTag(TermOrder.BITSTRING);
    appendBytes(bitstring, 0);
  }

  private void appendBytes(Bitstring bitstring, int from) {
    for (int i = from; i < bitstring.byteSize() && free > 0; i++) {
      appendByte(bitstring.byteAt(i) & 0xff);
    }
    boolean isBinary = bitstring.trailingBits() == 0;
    append(isBinary ? 1 : 0, 6);
    isWhole &= isBinary;
  }

  private void appendByte(int value) {
    if (value < 16) {
      append(1, 5);
    }
    append(value, Byte.SIZE);
  }

  /** A walk along codes that counts units. It ends where a code is not complete. */
  private static final class Walk {
    /** The first bits of a byte, which tell whether there is one, and how long its code is. */
    private static final int FIRST_BITS = 5;

    /** The first bits of a byte with a longer code. */
    private static final int LONG_BYTE = 1;

    private final long bits;
    private final int end;
    private int at;
    private int units;

    Walk(long bits, int at, int end) {
      this.bits = bits;
      this.at = at;
      this.end = end;
    }

    int countUnits(boolean isInside) {
      boolean isComplete = isInside ? passBitstring() : passElement();
      while (isComplete) {
        units += TermPrefix.END_UNITS;
        isComplete = passElement();
      }
      return units;
    }

    /** Passes an element, and returns whether all of its code is there. */
    private boolean passElement() {
      if (at + TAG_BITS > end) {
        return false;
      }
      int tag = next(TAG_BITS);
      if (tag < FAR_ABOVE) {
        return passNumber(tag);
      }
      return switch (tag - FAR_ABOVE) {
        case TermOrder.ATOM -> passBytes() >= 0;
        case TermOrder.BITSTRING -> passBitstring();
        case TermOrder.EMPTY_LIST -> true;
        default -> false;
      };
    }

    private boolean passNumber(int tag) {
      int digits = tag < ZERO ? MINUS_ONE - tag : tag - ZERO;
      at += digits * DIGIT_BITS;
      return tag != FAR_BELOW && at < end && next(1) == 0;
    }

    private boolean passBitstring() {
      int bytes = passBytes();
      if (bytes >= 0 && at < end && next(1) != 0) {
        units += bytes;
        return true;
      }
      // The last byte may be a partial one.
      units += Math.max((bytes < 0 ? ~bytes : bytes) - 1, 0);
      return false;
    }

    /** Passes bytes and returns their number, or {@code -number - 1} if their end is not there. */
    private int passBytes() {
      int bytes = 0;
      while (at + FIRST_BITS <= end) {
        int first = next(FIRST_BITS);
        if (first == 0) {
          return bytes;
        }
        at += first == LONG_BYTE ? Byte.SIZE : Byte.SIZE - FIRST_BITS;
        bytes += at <= end ? 1 : 0;
      }
      return ~bytes;
    }

    private int next(int count) {
      int value = (int) ((bits << at) >>> (Long.SIZE - count));
      at += count;
      return value;
    }
  }
}
