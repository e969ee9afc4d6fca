package org.jets.terms;

import java.util.Arrays;

/** Bytes that are appended to, in an array that grows; numbers are big-endian. */
class GrowingBytes {
  /** The largest array that every JVM can make. */
  static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  /** Filled up to {@link #size}. */
  byte[] bytes;

  int size;

  GrowingBytes(int initialCapacity) {
    this.bytes = new byte[initialCapacity];
  }

  /**
   * Makes room for as many bytes behind those there are.
   *
   * @return the array, which is another one where the old had too little room
   * @throws IllegalArgumentException if an array cannot have so many
   */
  final byte[] room(int count) {
    byte[] b = bytes;
    return count <= b.length - size ? b : grow(count);
  }

  private byte[] grow(int count) {
    if (count > MAX_SIZE - size) {
      throw new IllegalArgumentException(
          "term: its encoding takes more than " + MAX_SIZE + " bytes");
    }
    int doubled = (int) Math.min(2L * bytes.length, MAX_SIZE);
    bytes = Arrays.copyOf(bytes, Math.max(doubled, size + count));
    return bytes;
  }

  /** Appends as many bytes, whose values are to be set, and returns where they begin. */
  final int append(int count) {
    int at = size;
    room(count);
    size = at + count;
    return at;
  }

  final void append1(int value) {
    int at = size;
    room(1)[at] = (byte) value;
    size = at + 1;
  }

  final void append4(int value) {
    int at = size;
    Bytes.put4(room(Integer.BYTES), at, value);
    size = at + Integer.BYTES;
  }

  final void append8(long value) {
    int at = size;
    Bytes.put8(room(Long.BYTES), at, value);
    size = at + Long.BYTES;
  }

  final void append1and1(int first, int value) {
    int at = size;
    Bytes.put2(room(Short.BYTES), at, first << Byte.SIZE | value);
    size = at + Short.BYTES;
  }

  final void append1and2(int first, int value) {
    int at = size;
    byte[] b = room(1 + Short.BYTES);
    b[at] = (byte) first;
    Bytes.put2(b, at + 1, value);
    size = at + 1 + Short.BYTES;
  }

  final void append1and4(int first, int value) {
    int at = size;
    byte[] b = room(1 + Integer.BYTES);
    b[at] = (byte) first;
    Bytes.put4(b, at + 1, value);
    size = at + 1 + Integer.BYTES;
  }

  final void append1and8(int first, long value) {
    int at = size;
    byte[] b = room(1 + Long.BYTES);
    b[at] = (byte) first;
    Bytes.put8(b, at + 1, value);
    size = at + 1 + Long.BYTES;
  }

  final void appendAll(byte[] source, int offset, int length) {
    int at = size;
    Bytes.copy(source, offset, room(length), at, length);
    size = at + length;
  }
}
