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
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int WORD = Long.BYTES;

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
    put4(room(Integer.BYTES), at, value);
    size = at + Integer.BYTES;
  }

  final void append8(long value) {
    int at = size;
    put8(room(Long.BYTES), at, value);
    size = at + Long.BYTES;
  }

  final void append1and1(int first, int value) {
    int at = size;
    put2(room(Short.BYTES), at, first << Byte.SIZE | value);
    size = at + Short.BYTES;
  }

  final void append1and2(int first, int value) {
    int at = size;
    byte[] b = room(1 + Short.BYTES);
    b[at] = (byte) first;
    put2(b, at + 1, value);
    size = at + 1 + Short.BYTES;
  }

  final void append1and4(int first, int value) {
    int at = size;
    byte[] b = room(1 + Integer.BYTES);
    b[at] = (byte) first;
    put4(b, at + 1, value);
    size = at + 1 + Integer.BYTES;
  }

  final void append1and8(int first, long value) {
    int at = size;
    byte[] b = room(1 + Long.BYTES);
    b[at] = (byte) first;
    put8(b, at + 1, value);
    size = at + 1 + Long.BYTES;
  }

  final void appendAll(byte[] source, int offset, int length) {
    int at = size;
    copy(source, offset, room(length), at, length);
    size = at + length;
  }

  /** By words, which may overlap, where that is faster than the runtime's routine. */
  private static void copy(byte[] source, int offset, byte[] target, int at, int length) {
    if (length < WORD || length > 4 * WORD) {
      System.arraycopy(source, offset, target, at, length);
      return;
    }
    copyWord(source, offset, target, at);
    copyWord(source, offset + length - WORD, target, at + length - WORD);
    if (length > 2 * WORD) {
      copyWord(source, offset + WORD, target, at + WORD);
      copyWord(source, offset + length - 2 * WORD, target, at + length - 2 * WORD);
    }
  }

  private static void copyWord(byte[] source, int offset, byte[] target, int at) {
    WORDS.set(target, at, (long) WORDS.get(source, offset));
  }

  static void put2(byte[] target, int at, int value) {
    SHORTS.set(target, at, (short) value);
  }

  static void put4(byte[] target, int at, int value) {
    INTS.set(target, at, value);
  }

  static void put8(byte[] target, int at, long value) {
    LONGS.set(target, at, value);
  }
}
