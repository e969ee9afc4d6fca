package org.jets.terms;

/** A binary that is a part of an array. */
final class BinaryView extends Binary {
  private final byte[] bytes;
  private final int offset;
  private final int length;

  BinaryView(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  @Override
  public int byteSize() {
    return length;
  }

  @Override
  byte[] array() {
    return bytes;
  }

  @Override
  int offset() {
    return offset;
  }
}
