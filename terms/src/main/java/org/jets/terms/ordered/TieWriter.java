package org.jets.terms.ordered;

import java.util.Arrays;

/** A growing string of bits, most of which are zeros. Trailing zeros take no memory. */
final class TieWriter {
  private long[] words = {};

  /** The number of bits. */
  private long size;

  /** The number of bits up to the last one that is set. */
  private long used;

  /** Appends zeros up to this number of bits. */
  void skipTo(long count) {
    size = count;
  }

  /**
   * Appends bits.
   *
   * @param value the bits, the last one lowest
   * @param count their number, up to 32
   */
  void add(long value, int count) {
    addAt(size, value, count);
  }

  /** Appends zeros up to an index, and then bits. */
  void addAt(long from, long value, int count) {
    long end = from + count;
    if (value != 0) {
      int word = (int) (from / Long.SIZE);
      int last = (int) ((end - 1) / Long.SIZE);
      if (last >= words.length) {
        words = Arrays.copyOf(words, Math.max(last + 1, 2 * words.length));
      }
      int after = (int) (Long.SIZE - end % Long.SIZE) % Long.SIZE;
      if (word == last) {
        words[word] |= value << after;
      } else {
        words[word] |= value >>> (Long.SIZE - after);
        words[last] |= value << after;
      }
      used = end - Long.numberOfTrailingZeros(value);
    }
    size = end;
  }

  /** Appends bytes. */
  void addAll(byte[] bytes) {
    for (byte b : bytes) {
      add(b & 0xff, Byte.SIZE);
    }
  }

  /** Appends the bits of another string. */
  void addAll(TieWriter other) {
    for (long at = 0; at < other.used; at += Integer.SIZE) {
      add(other.get(at, Integer.SIZE), Integer.SIZE);
    }
  }

  /** Returns whether no bit is set. */
  boolean isZero() {
    return used == 0;
  }

  /** Returns the number of bits up to the last one that is set. */
  long used() {
    return used;
  }

  /** Returns up to 32 bits from an index on. Bits after the last one are zeros. */
  long get(long from, int count) {
    long value = 0;
    for (long at = from; at < from + count; at++) {
      int word = (int) (at / Long.SIZE);
      int shift = (int) (Long.SIZE - 1 - at % Long.SIZE);
      long bit = word < words.length ? (words[word] >>> shift) & 1 : 0;
      value = (value << 1) | bit;
    }
    return value;
  }
}
