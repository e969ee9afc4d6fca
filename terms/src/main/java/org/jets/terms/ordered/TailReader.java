package org.jets.terms.ordered;

/** The bits of a tail, whose first byte is at an index of an array. */
final class TailReader {
  private final byte[] input;
  private final int from;

  /** The index of the last byte. */
  private final int last;

  /**
   * @param last the index of the last byte, which has a bit set
   */
  TailReader(byte[] input, int from, int last) {
    this.input = input;
    this.from = from;
    this.last = last;
  }

  /** Returns the number of bits up to the last one that is set. */
  long used() {
    int bits = last == from ? OrderedTag.FIRST_TAIL_BITS : OrderedTag.TAIL_BITS;
    int value = ((input[last] & 0xff) >>> 1) & ((1 << bits) - 1);
    return bitsBefore(last) + bits - Integer.numberOfTrailingZeros(value);
  }

  private long bitsBefore(int index) {
    return index == from
        ? 0
        : OrderedTag.FIRST_TAIL_BITS + (index - from - 1L) * OrderedTag.TAIL_BITS;
  }

  /** Returns up to 32 bits from an index on. Bits after the last byte are zeros. */
  long get(long at, int count) {
    long value = 0;
    for (long i = at; i < at + count; i++) {
      value = (value << 1) | bit(i);
    }
    return value;
  }

  /** Returns whether these bits are zeros. */
  boolean isZero(long at, long count) {
    for (long i = at; i < at + count && i < bitsBefore(last + 1); i++) {
      if (bit(i) != 0) {
        return false;
      }
    }
    return true;
  }

  private int bit(long at) {
    long beyond = at - OrderedTag.FIRST_TAIL_BITS;
    if (beyond < 0) {
      return (input[from] >>> (int) -beyond) & 1;
    }
    long index = from + 1 + beyond / OrderedTag.TAIL_BITS;
    int shift = OrderedTag.TAIL_BITS - (int) (beyond % OrderedTag.TAIL_BITS);
    return index <= last ? (input[(int) index] >>> shift) & 1 : 0;
  }
}
