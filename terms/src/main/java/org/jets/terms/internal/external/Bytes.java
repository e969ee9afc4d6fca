package org.jets.terms.internal.external;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Big-endian numbers in arrays of bytes, and short copies between such arrays. */
public final class Bytes {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** A handle for copies. The machine's byte order needs no swapping. */
  private static final VarHandle HALVES =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = LOWEST_BITS << (Byte.SIZE - 1);

  private static final int HALF = Integer.BYTES;
  private static final int WORD = Long.BYTES;

  private Bytes() {}

  public static int get2(byte[] source, int at) {
    return (short) SHORTS.get(source, at) & 0xffff;
  }

  public static int get4(byte[] source, int at) {
    return (int) INTS.get(source, at);
  }

  public static long get8(byte[] source, int at) {
    return (long) LONGS.get(source, at);
  }

  public static void put2(byte[] target, int at, int value) {
    SHORTS.set(target, at, (short) value);
  }

  public static void put4(byte[] target, int at, int value) {
    INTS.set(target, at, value);
  }

  public static void put8(byte[] target, int at, long value) {
    LONGS.set(target, at, value);
  }

  /** Copies by words, which may overlap, if that is faster than the runtime's routine. */
  public static void copy(byte[] source, int offset, byte[] target, int at, int length) {
    if (length > 4 * WORD || length < HALF) {
      System.arraycopy(source, offset, target, at, length);
    } else if (length < WORD) {
      copyHalf(source, offset, target, at);
      copyHalf(source, offset + length - HALF, target, at + length - HALF);
    } else {
      copyWord(source, offset, target, at);
      copyWord(source, offset + length - WORD, target, at + length - WORD);
      if (length > 2 * WORD) {
        copyWord(source, offset + WORD, target, at + WORD);
        copyWord(source, offset + length - 2 * WORD, target, at + length - 2 * WORD);
      }
    }
  }

  private static void copyHalf(byte[] source, int offset, byte[] target, int at) {
    HALVES.set(target, at, (int) HALVES.get(source, offset));
  }

  private static void copyWord(byte[] source, int offset, byte[] target, int at) {
    WORDS.set(target, at, (long) WORDS.get(source, offset));
  }

  /** Returns the index of the first zero byte of a part, or the end of the part. */
  public static int indexOfZero(byte[] source, int from, int to) {
    int at = from;
    while (to - at >= WORD) {
      if (hasZero(get8(source, at))) {
        break;
      }
      at += WORD;
    }
    while (at < to && source[at] != 0) {
      at++;
    }
    return at;
  }

  /** Returns whether one of eight bytes is zero. */
  public static boolean hasZero(long word) {
    return ((word - LOWEST_BITS) & ~word & HIGHEST_BITS) != 0;
  }

  /** Returns a copy of a part. */
  public static byte[] copyOf(byte[] source, int offset, int length) {
    if (length > 4 * WORD) {
      return Arrays.copyOfRange(source, offset, offset + length);
    }
    byte[] copy = new byte[length];
    copy(source, offset, copy, 0, length);
    return copy;
  }
}
