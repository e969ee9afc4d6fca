package org.jets.bench.radix;

/**
 * A leaf with one to seven bytes: the first in the highest byte of a number, whose lowest byte is
 * their count.
 */
final class ShortLeaf extends Leaf {
  /** The most bytes. */
  static final int MOST = Long.BYTES - 1;

  private final long rest;

  ShortLeaf(long rest, Object value) {
    super(value);
    this.rest = rest;
  }

  static long pack(byte[] bytes, int from, int length) {
    long packed = length;
    int shift = Long.SIZE;
    for (int i = from; i < from + length; i++) {
      shift -= Byte.SIZE;
      packed |= (bytes[i] & 0xffL) << shift;
    }
    return packed;
  }

  @Override
  int length() {
    return (int) (rest & 0xff);
  }

  @Override
  int at(int index) {
    return (int) (rest >>> (Long.SIZE - Byte.SIZE * (index + 1))) & 0xff;
  }

  @Override
  void copyTo(byte[] bytes, int from) {
    int length = length();
    for (int i = 0; i < length; i++) {
      bytes[from + i] = (byte) at(i);
    }
  }

  @Override
  boolean matches(byte[] key, int depth) {
    int length = length();
    return key.length - depth == length && pack(key, depth, length) == rest;
  }
}
