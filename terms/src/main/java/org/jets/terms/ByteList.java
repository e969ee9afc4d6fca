package org.jets.terms;

import java.util.Arrays;

/**
 * A proper list of integers from 0 to 255, in an array from an offset to its end. A tail shares the
 * array while it uses more than half of it, or the array is short.
 *
 * <p>Memory: 24 bytes, and 1 byte an element.
 */
final class ByteList extends ListCells {
  /** The largest array that every tail shares, in bytes. */
  private static final int SHORT = 64;

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
    int next = offset + 1;
    if (next == bytes.length) {
      return EmptyList.NIL;
    }
    return bytes.length <= SHORT || next < bytes.length - next
        ? new ByteList(bytes, next)
        : new ByteList(Arrays.copyOfRange(bytes, next, bytes.length), 0);
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
  int heldLength() {
    return bytes.length;
  }

  @Override
  Term heldElement(int index) {
    return Int32.valueOf(bytes[index] & 0xff);
  }

  @Override
  Term runTail() {
    return EmptyList.NIL;
  }

  int byteAt(int index) {
    return bytes[offset + index] & 0xff;
  }

  /**
   * Returns the array that holds the elements from {@link #offset} to its end. The caller must not
   * change it.
   */
  byte[] array() {
    return bytes;
  }

  int offset() {
    return offset;
  }
}
