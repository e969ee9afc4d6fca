package org.jets.ets.durable;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The head of a record: the 16 bytes before its payload. Each file has its own, because of the
 * salt. For use by one thread.
 */
final class RecordHead {
  static final int BYTES = 16;

  static final int LENGTH_OFFSET = 0;
  static final int CRC_OFFSET = 4;
  static final int UNFORCED_OFFSET = 8;
  static final int HEAD_CRC_OFFSET = 12;

  private final ByteBuffer summed = ByteBuffer.allocate(28);
  private final CRC32C sum = new CRC32C();
  private final long salt;

  RecordHead(long salt) {
    this.salt = salt;
  }

  /** Writes a head at the buffer's position. */
  void put(ByteBuffer target, long position, int length, int crc, int unforced) {
    target.putInt(length).putInt(crc).putInt(unforced);
    target.putInt(crc(position, length, crc, unforced));
  }

  /** Returns whether the head at this index of a buffer, at this position of the file, is whole. */
  boolean isWhole(ByteBuffer source, int index, long position) {
    return source.getInt(index + HEAD_CRC_OFFSET)
        == crc(
            position,
            source.getInt(index + LENGTH_OFFSET),
            source.getInt(index + CRC_OFFSET),
            source.getInt(index + UNFORCED_OFFSET));
  }

  private int crc(long position, int length, int crc, int unforced) {
    summed.clear().putLong(salt).putLong(position).putInt(length).putInt(crc).putInt(unforced);
    sum.reset();
    sum.update(summed.array());
    return (int) sum.getValue();
  }
}
