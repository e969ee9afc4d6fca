package org.jets.terms.internal.syntax;

import java.math.BigInteger;
import java.util.Arrays;
import org.jets.terms.Bitstring;

/** A collector of the bits of a bitstring, the most significant bit of a byte first. */
final class BitBuilder {

  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** The bits so far. Invariant: the bits after the first {@link #bitSize} ones are zero. */
  private byte[] bytes = new byte[16];

  private long bitSize;

  long bitSize() {
    return bitSize;
  }

  /** Returns whether an array can hold this many more bits. */
  boolean hasRoomFor(long count) {
    return count <= (long) Byte.SIZE * LARGEST_ARRAY - bitSize;
  }

  Bitstring build() {
    return Bitstring.of(bytes, bitSize);
  }

  /** Appends the low {@code count} bits, at most 8, of an integer. */
  void append(int value, int count) {
    reserve(count);
    int at = (int) (bitSize >>> 3);
    int used = (int) (bitSize & 7);
    int window = (value & ((1 << count) - 1)) << (2 * Byte.SIZE - used - count);
    bytes[at] |= (byte) (window >>> Byte.SIZE);
    if (used + count > Byte.SIZE) {
      bytes[at + 1] |= (byte) window;
    }
    bitSize += count;
  }

  /** Appends the first {@code count} bits of an array from an offset in bytes. */
  void append(byte[] source, int offset, long count) {
    reserve(count);
    int whole = (int) (count >>> 3);
    int rest = (int) (count & 7);
    if ((bitSize & 7) == 0) {
      System.arraycopy(source, offset, bytes, (int) (bitSize >>> 3), whole);
      bitSize += (long) whole * Byte.SIZE;
    } else {
      for (int i = 0; i < whole; i++) {
        append(source[offset + i], Byte.SIZE);
      }
    }
    if (rest > 0) {
      append((source[offset + whole] & 0xFF) >>> (Byte.SIZE - rest), rest);
    }
  }

  /**
   * Appends the low {@code count} bits of an integer in two's complement. In little-endian order,
   * the most significant bits, which are not a whole byte, come last.
   */
  void append(BigInteger value, long count, boolean littleEndian) {
    reserve(count);
    byte[] image = value.toByteArray();
    int sign = value.signum() < 0 ? -1 : 0;
    int whole = (int) (count >>> 3);
    int rest = (int) (count & 7);
    if (!littleEndian && rest > 0) {
      append(byteOf(image, whole, sign), rest);
    }
    for (int i = 0; i < whole; i++) {
      append(byteOf(image, littleEndian ? i : whole - 1 - i, sign), Byte.SIZE);
    }
    if (littleEndian && rest > 0) {
      append(byteOf(image, whole, sign), rest);
    }
  }

  /** Returns the byte of the given significance, from 0, of a sign-extended big-endian image. */
  private static int byteOf(byte[] image, int significance, int sign) {
    return significance < image.length ? image[image.length - 1 - significance] : sign;
  }

  private void reserve(long count) {
    long needed = (bitSize + count + Byte.SIZE - 1) >>> 3;
    if (needed > bytes.length) {
      long doubled = Math.min(2L * bytes.length, LARGEST_ARRAY);
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, doubled));
    }
  }
}
