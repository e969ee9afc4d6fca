package org.jets.terms;

/** A binary that fills an array of its own. */
final class ArrayBinary extends Binary {
  static final ArrayBinary EMPTY = new ArrayBinary(new byte[0]);

  private final byte[] bytes;

  ArrayBinary(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int byteSize() {
    return bytes.length;
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
