package org.jets.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that are appended to, in an array that grows; numbers are big-endian. */
class GrowingBytes {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The largest array that every JVM can make. */
  static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  /** Filled up to {@link #size}. */
  byte[] bytes;

  int size;

  GrowingBytes(int initialCapacity) {
    this.bytes = new byte[initialCapacity];
  }

  /**
   * Appends room for as many bytes and returns where it begins.
   *
   * @throws IllegalArgumentException if an array cannot have so many
   */
  final int append(int count) {
    int at = size;
    if (count > bytes.length - at) {
      grow(count);
    }
    size = at + count;
    return at;
  }

  private void grow(int count) {
    if (count > MAX_SIZE - size) {
      throw new IllegalArgumentException(
          "term: its encoding takes more than " + MAX_SIZE + " bytes");
    }
    int doubled = (int) Math.min(2L * bytes.length, MAX_SIZE);
    bytes = Arrays.copyOf(bytes, Math.max(doubled, size + count));
  }

  final void append1(int value) {
    int at = append(1);
    bytes[at] = (byte) value;
  }

  final void append4(int value) {
    int at = append(Integer.BYTES);
    set4(at, value);
  }

  final void append8(long value) {
    int at = append(Long.BYTES);
    LONGS.set(bytes, at, value);
  }

  final void append1and1(int first, int value) {
    int at = append(2);
    byte[] b = bytes;
    b[at] = (byte) first;
    b[at + 1] = (byte) value;
  }

  final void append1and2(int first, int value) {
    int at = append(1 + Short.BYTES);
    byte[] b = bytes;
    b[at] = (byte) first;
    SHORTS.set(b, at + 1, (short) value);
  }

  final void append1and4(int first, int value) {
    int at = append(1 + Integer.BYTES);
    byte[] b = bytes;
    b[at] = (byte) first;
    INTS.set(b, at + 1, value);
  }

  final void append1and8(int first, long value) {
    int at = append(1 + Long.BYTES);
    byte[] b = bytes;
    b[at] = (byte) first;
    LONGS.set(b, at + 1, value);
  }

  final void appendAll(byte[] source, int offset, int length) {
    int at = append(length);
    System.arraycopy(source, offset, bytes, at, length);
  }

  final void set4(int at, int value) {
    INTS.set(bytes, at, value);
  }
}
