package org.jets.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The mixing of three words on which {@link Phash2} is built: Bob Jenkins, "Algorithm Alley: Hash
 * Functions", Dr. Dobb's Journal, September 1997.
 */
final class JenkinsMix {
  static final int GOLDEN_RATIO = 0x9E3779B9;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK_BYTES = 3 * Integer.BYTES;

  private int a;
  private int b;
  private int c;

  private JenkinsMix(int a, int b, int c) {
    this.a = a;
    this.b = b;
    this.c = c;
  }

  /** Mixes three words, and returns the third. */
  static int of(int a, int b, int c) {
    JenkinsMix words = new JenkinsMix(a, b, c);
    words.mix();
    return words.c;
  }

  /** Hashes bytes, starting from an earlier hash. */
  static int ofBytes(byte[] bytes, int offset, int length, int initial) {
    JenkinsMix words = new JenkinsMix(GOLDEN_RATIO, GOLDEN_RATIO, initial);
    int i = offset;
    int left = length;
    for (; left >= BLOCK_BYTES; left -= BLOCK_BYTES, i += BLOCK_BYTES) {
      words.a += (int) INTS.get(bytes, i);
      words.b += (int) INTS.get(bytes, i + Integer.BYTES);
      words.c += (int) INTS.get(bytes, i + 2 * Integer.BYTES);
      words.mix();
    }
    words.a += littleEndian(bytes, i, Math.min(left, Integer.BYTES));
    words.b +=
        littleEndian(bytes, i + Integer.BYTES, Math.min(left - Integer.BYTES, Integer.BYTES));
    // The lowest byte of the third word is the length's.
    words.c +=
        length
            + (littleEndian(bytes, i + 2 * Integer.BYTES, left - 2 * Integer.BYTES) << Byte.SIZE);
    words.mix();
    return words.c;
  }

  private static int littleEndian(byte[] bytes, int offset, int count) {
    int word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = (word << Byte.SIZE) | (bytes[offset + i] & 0xff);
    }
    return word;
  }

  private void mix() {
    a = (a - b - c) ^ (c >>> 13);
    b = (b - c - a) ^ (a << 8);
    c = (c - a - b) ^ (b >>> 13);
    a = (a - b - c) ^ (c >>> 12);
    b = (b - c - a) ^ (a << 16);
    c = (c - a - b) ^ (b >>> 5);
    a = (a - b - c) ^ (c >>> 3);
    b = (b - c - a) ^ (a << 10);
    c = (c - a - b) ^ (b >>> 15);
  }
}
