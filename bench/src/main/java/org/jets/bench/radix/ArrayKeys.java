package org.jets.bench.radix;

/** Arrays of bytes as keys. */
final class ArrayKeys implements ByteKeys<byte[]> {
  static final ArrayKeys INSTANCE = new ArrayKeys();

  private ArrayKeys() {}

  @Override
  public byte[] encode(byte[] key) {
    return key.clone(); // The caller may change it at any time.
  }

  @Override
  public byte[] decode(byte[] bytes) {
    return bytes;
  }
}
