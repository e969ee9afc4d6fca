package org.jets.terms;

/** A bitstring whose last byte is not full. */
final class PartialBitstring extends Bitstring {
  private final byte[] bytes;
  private final int trailingBits;

  /** The unused bits of the last byte must be 0. */
  PartialBitstring(byte[] bytes, int trailingBits) {
    this.bytes = bytes;
    this.trailingBits = trailingBits;
  }

  @Override
  public int byteSize() {
    return bytes.length;
  }

  @Override
  public int trailingBits() {
    return trailingBits;
  }

  @Override
  byte[] array() {
    return bytes;
  }

  @Override
  int offset() {
    return 0;
  }
}
