package org.jets.terms;

/**
 * A proper list of integers from 0 to 255, in an array from an offset to its end. 24 bytes, and 1
 * an element.
 */
final class ByteList extends ListCells {
  private final byte[] bytes;
  private final int offset;

  ByteList(byte[] bytes, int offset) {
    this.bytes = bytes;
    this.offset = offset;
  }

  @Override
  public boolean isProper() {
    return true;
  }

  @Override
  public int size() {
    return bytes.length - offset;
  }

  @Override
  public Term tail() {
    return offset + 1 == bytes.length ? EmptyList.NIL : new ByteList(bytes, offset + 1);
  }

  @Override
  int runLength() {
    return size();
  }

  @Override
  Term runElement(int index) {
    return Int32.valueOf(byteAt(index));
  }

  @Override
  Term runTail() {
    return EmptyList.NIL;
  }

  int byteAt(int index) {
    return bytes[offset + index] & 0xff;
  }

  /** The array that holds the elements from {@link #offset} to its end. Not to be changed. */
  byte[] array() {
    return bytes;
  }

  int offset() {
    return offset;
  }
}
