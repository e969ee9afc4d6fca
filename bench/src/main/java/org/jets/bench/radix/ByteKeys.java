package org.jets.bench.radix;

import java.util.Arrays;

/**
 * The bytes of keys, by which a {@link RadixTreeMap} orders and finds them.
 *
 * <p>For all keys {@code a} and {@code b}, and as long as one of them is in a map:
 *
 * <ul>
 *   <li>{@code encode(a)} always has the same bytes;
 *   <li>{@code encode(a)} and {@code encode(b)} have the same bytes if and only if the keys count
 *       as equal;
 *   <li>{@code decode(encode(a))} counts as equal to {@code a};
 *   <li>the order of the keys is that of their bytes as unsigned numbers, the first byte first. If
 *       the bytes of one key are the beginning of those of another, that one comes first.
 * </ul>
 *
 * <p>Many threads call these methods concurrently, and never under a lock of a map. A map's
 * operation throws what they throw. If they throw before an operation on a single key has taken
 * effect, it has changed nothing.
 *
 * @param <K> the type of the keys
 */
public interface ByteKeys<K> {

  /**
   * Returns the bytes of a key, in an array that nobody changes afterwards. It is not used again
   * for another key. A map does not change it either.
   *
   * @throws ClassCastException if the key is of another class
   */
  byte[] encode(K key);

  /**
   * Returns a key that has some bytes.
   *
   * @param bytes those of a key that has been given to the map, in an array that is not used for
   *     anything else
   */
  K decode(byte[] bytes);

  /**
   * Returns a key that has the first bytes of an array. The array is the map's: this neither keeps
   * nor changes it. As it is here, it copies the bytes for {@link #decode(byte[])}.
   *
   * @param length how many bytes are those of the key
   */
  default K decode(byte[] bytes, int length) {
    return decode(Arrays.copyOf(bytes, length));
  }

  /**
   * Returns keys that are arrays of bytes, and are compared by content: unsigned, as {@link
   * Arrays#compareUnsigned(byte[], byte[])} does.
   *
   * <p>The map has copies: changing an array that was put, or that is the bound of a cursor,
   * changes nothing in the map or cursor. Each array that it returns is new. Changing it makes an
   * iterator remove nothing else. But an entry then stands for the bytes that its array has: {@code
   * setValue} puts under these.
   *
   * <p>Arrays are equal to no others. So such a map, its views and its entries break the contract
   * of {@code equals} and {@code hashCode}, while {@code contains} and {@code remove} of its views
   * find equal bytes.
   */
  static ByteKeys<byte[]> bytes() {
    return ArrayKeys.INSTANCE;
  }

  /**
   * Returns keys that are strings in their natural order, that of {@link String#compareTo}. A
   * character takes one byte below U+0080, two below U+0800, and three otherwise; one beyond U+FFFF
   * is two characters, of three bytes each. All strings can be keys, also those with unpaired
   * surrogates.
   */
  static ByteKeys<String> strings() {
    return StringKeys.INSTANCE;
  }

  /** Returns keys of class Long in their natural order, of eight bytes each. */
  static ByteKeys<Long> longs() {
    return LongByteKeys.INSTANCE;
  }
}
