package org.jets.terms;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang bitstring: a sequence of bits. One whose bits fill whole bytes is a {@link Binary}. If
 * the last byte is partial, its upper bits are used.
 */
public abstract sealed class Bitstring implements Term permits Binary, PartialBitstring {

  Bitstring() {}

  /**
   * Returns the bitstring of the first bits of these bytes (copied): a {@link Binary} if their
   * number is a multiple of 8.
   *
   * @param bitSize from 0 to 8 times the length of the array
   * @throws IllegalArgumentException if there are not so many bits
   */
  public static Bitstring of(byte[] bytes, long bitSize) {
    Objects.requireNonNull(bytes, "bytes");
    if (bitSize < 0 || bitSize > (long) bytes.length * Byte.SIZE) {
      throw new IllegalArgumentException(
          "bitSize: " + bitSize + " (expected: 0.." + (long) bytes.length * Byte.SIZE + ")");
    }
    int byteLength = (int) ((bitSize + Byte.SIZE - 1) / Byte.SIZE);
    return wrap(Arrays.copyOf(bytes, byteLength), (int) (bitSize % Byte.SIZE));
  }

  /**
   * Returns the bitstring of this array, which the caller hands over. Clears the unused bits.
   *
   * @param trailingBits the number of used bits of a partial last byte, or 0
   */
  static Bitstring wrap(byte[] bytes, int trailingBits) {
    if (trailingBits == 0) {
      return Binary.wrap(bytes);
    }
    bytes[bytes.length - 1] &= (byte) (0xff << (Byte.SIZE - trailingBits));
    return new PartialBitstring(bytes, trailingBits);
  }

  /** Returns the number of bits. */
  public long bitSize() {
    int trailing = trailingBits();
    return (long) byteSize() * Byte.SIZE - (trailing == 0 ? 0 : Byte.SIZE - trailing);
  }

  /** Returns the number of bytes, a partial last byte included. */
  public abstract int byteSize();

  /**
   * Returns the length of the array that this keeps reachable. For a {@linkplain Binary#view view}
   * of a part, this is more than {@link #byteSize}.
   */
  public final int heldBytes() {
    return array().length;
  }

  /** Returns the number of bits in a partial last byte, or 0 if all bytes are full. */
  public abstract int trailingBits();

  /**
   * Returns the array that holds the bits from {@link #offset} on. The caller must not change it.
   */
  abstract byte[] array();

  abstract int offset();

  /**
   * Returns a byte. The unused bits of a partial last byte are 0.
   *
   * @param index from 0
   * @throws IndexOutOfBoundsException if there is no such byte
   */
  public byte byteAt(int index) {
    return array()[offset() + Objects.checkIndex(index, byteSize())];
  }

  /** Returns a copy of the bytes. The unused bits of a partial last byte are 0. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array(), offset(), offset() + byteSize());
  }

  /** Returns the number of bytes without a partial last one. */
  final int wholeBytes() {
    return trailingBits() == 0 ? byteSize() : byteSize() - 1;
  }

  /** Compares bitstrings bit by bit. A prefix comes before its extensions. */
  static int compare(Bitstring a, Bitstring b) {
    int aEnd = a.offset() + a.byteSize();
    int bEnd = b.offset() + b.byteSize();
    int mismatch = Arrays.mismatch(a.array(), a.offset(), aEnd, b.array(), b.offset(), bEnd);
    if (mismatch < 0 || mismatch >= Math.min(a.byteSize(), b.byteSize())) {
      return Long.compare(a.bitSize(), b.bitSize());
    }
    // If one ends inside this byte, its unused bits are 0, so that a prefix does not compare
    // greater.
    int x = a.array()[a.offset() + mismatch] & 0xff;
    int y = b.array()[b.offset() + mismatch] & 0xff;
    return Integer.compare(x, y);
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Bitstring that
            && trailingBits() == that.trailingBits()
            && Arrays.equals(
                array(),
                offset(),
                offset() + byteSize(),
                that.array(),
                that.offset(),
                that.offset() + that.byteSize()));
  }

  @Override
  public final int hashCode() {
    return TermHash.ofBits(array(), offset(), byteSize(), trailingBits());
  }

  @Override
  public final String toString() {
    return FlatPrinter.print(this);
  }
}
