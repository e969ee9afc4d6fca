package org.jets.bench.radix;

import java.nio.ByteBuffer;

/**
 * Longs as keys: the highest byte first, and with the sign flipped, so that negative ones come
 * first.
 */
final class LongByteKeys implements ByteKeys<Long> {
  static final LongByteKeys INSTANCE = new LongByteKeys();

  private LongByteKeys() {}

  @Override
  public byte[] encode(Long key) {
    byte[] bytes = new byte[Long.BYTES];
    ByteBuffer.wrap(bytes).putLong(key ^ Long.MIN_VALUE);
    return bytes;
  }

  @Override
  public Long decode(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong() ^ Long.MIN_VALUE;
  }

  @Override
  public Long decode(byte[] bytes, int length) {
    return decode(bytes);
  }
}
