package org.jets.collections;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Comparator;

/**
 * Longs as keys: the highest byte first, and with the sign flipped, so that negative ones come
 * first.
 */
final class LongByteKeys implements ByteKeys<Long> {
  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  static final LongByteKeys INSTANCE = new LongByteKeys();

  private LongByteKeys() {}

  @Override
  public byte[] encode(Long key) {
    byte[] bytes = new byte[Long.BYTES];
    NUMBER.set(bytes, 0, key ^ Long.MIN_VALUE);
    return bytes;
  }

  @Override
  public Long decode(byte[] bytes) {
    return (long) NUMBER.get(bytes, 0) ^ Long.MIN_VALUE;
  }

  @Override
  public Long decode(byte[] bytes, int length) {
    return decode(bytes);
  }

  @Override
  public Comparator<Long> order() {
    return Comparator.naturalOrder();
  }
}
