package org.jets.bench.radix;

import java.util.Arrays;

/** A leaf with more bytes than a {@link ShortLeaf} has room for. */
final class LongLeaf extends Leaf {
  private final byte[] rest;

  LongLeaf(byte[] rest, Object value) {
    super(value);
    this.rest = rest;
  }

  @Override
  int length() {
    return rest.length;
  }

  @Override
  int at(int index) {
    return rest[index] & 0xff;
  }

  @Override
  void copyTo(byte[] bytes, int from) {
    System.arraycopy(rest, 0, bytes, from, rest.length);
  }

  @Override
  int common(byte[] key, int depth) {
    int most = Math.min(rest.length, key.length - depth);
    int mismatch = Arrays.mismatch(rest, 0, most, key, depth, depth + most);
    return mismatch < 0 ? most : mismatch;
  }

  @Override
  boolean matches(byte[] key, int depth) {
    return Arrays.equals(rest, 0, rest.length, key, depth, key.length);
  }
}
