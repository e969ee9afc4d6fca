package org.jets.ets.file;

import java.nio.ByteBuffer;

/** The constants of the format that the package's description shows. */
final class LogFormat {
  /** The first bytes of a file, without the status. */
  static final int MAGIC = 0x01020304;

  static final int CLOSED = 0x6358_4d0b;
  static final int OPEN = 0x0607_0809;

  /** The offset of the status. */
  static final int STATUS_OFFSET = 4;

  /** The offset of the first item. */
  static final int HEAD_BYTES = 8;

  static final int ITEM_MAGIC = 0x6257_4c41;
  static final int OLD_ITEM_MAGIC = 0x0c21_2c37;

  /** The number of bytes of an item's size and magic. */
  static final int ITEM_HEADER_BYTES = 8;

  /** The size from which on an item has a digest of its size. */
  static final int MIN_DIGESTED_SIZE = 65_528;

  static final int DIGEST_BYTES = 16;

  /** The number of bytes that Erlang reads at once. */
  static final int BLOCK_BYTES = 65_536;

  private LogFormat() {}

  /** Returns the digest of an item's size, unsigned. */
  static byte[] digestOfSize(int size) {
    return Md5.start().digest(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
  }
}
