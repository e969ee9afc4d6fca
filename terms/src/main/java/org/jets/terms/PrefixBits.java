package org.jets.terms;

/**
 * The first bits of what elements of a tuple or list are when they are written one after the other,
 * for {@link TermPrefix}. A code is in order as the element is, and complete where no other code of
 * an element at this place begins with it; behind one that is not complete, nothing may follow.
 *
 * <p>Numbers: the integer below, its length first, so that longer is greater; then whether that is
 * all. Far from zero: a double. Atoms and bitstrings: their bytes, and an end that is less than any
 * byte; for this the 16 least bytes are longer. All others: their type.
 */
final class PrefixBits {
  private static final int TAG_BITS = 5;

  // The tags of numbers; those of other types follow.
  private static final int FAR_BELOW = 0;
  private static final int MINUS_ONE = 4;
  private static final int ZERO = 5;
  private static final int FAR_ABOVE = 16;

  private static final int DIGIT_BITS = 4;

  /** From here on numbers are near zero: those below zero have up to three digits. */
  private static final int LEAST_NEAR = -0x1000;

  /** The first one that is not near zero; those before have up to ten digits. */
  private static final double FIRST_FAR = 0x1p40;

  private static final int LARGE_ARITY = 15;
  private static final int ARITY_BITS = 24;

  private long bits;

  /** How many bits are free. */
  private int free;

  /** Whether nothing has been left out. */
  private boolean isWhole = true;

  private PrefixBits(int size) {
    free = size;
  }

  /** The bits for a tuple, the last of which is 0 if it can be told by them from all others. */
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

  /** The bits for a list, likewise. */
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

  /** Appends as many of the highest of these bits as are free. */
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
    for (int i = 0; i < bitstring.byteSize() && free > 0; i++) {
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
}
