package org.jets.terms.internal.external;

/**
 * A growing array of bytes. Numbers are big-endian.
 *
 * <p>Methods that write take a position and return the position after the bytes they wrote. So the
 * position stays in a register. In a field, each write would wait for the previous one.
 */
public class GrowingBytes {
  /** The largest array that every JVM can make. */
  public static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  protected byte[] bytes;

  /** The number of filled bytes, once writing has ended. */
  int size;

  protected GrowingBytes(int initialCapacity) {
    this.bytes = new byte[initialCapacity];
  }

  /** Returns the array, of which the first {@link #size} bytes are filled. */
  public final byte[] bytes() {
    return bytes;
  }

  /** Returns the number of filled bytes, once writing has ended. */
  public final int size() {
    return size;
  }

  /** Sets the number of filled bytes. */
  public final void setSize(int size) {
    this.size = size;
  }

  /**
   * Makes room for this many bytes from a position on.
   *
   * @return the array, a new one if the old one had too little room
   * @throws IllegalArgumentException if an array cannot have this many bytes
   */
  protected final byte[] room(int at, int count) {
    byte[] b = bytes;
    return count <= b.length - at ? b : grow(at, count);
  }

  private byte[] grow(int at, int count) {
    if (count > MAX_SIZE - at) {
      throw new IllegalArgumentException(
          "term: its encoding takes more than " + MAX_SIZE + " bytes");
    }
    int doubled = (int) Math.min(2L * bytes.length, MAX_SIZE);
    byte[] grown = new byte[Math.max(doubled, at + count)];
    System.arraycopy(bytes, 0, grown, 0, at);
    bytes = grown;
    return grown;
  }

  public final int put1(int at, int value) {
    room(at, 1)[at] = (byte) value;
    return at + 1;
  }

  public final int put4(int at, int value) {
    Bytes.put4(room(at, Integer.BYTES), at, value);
    return at + Integer.BYTES;
  }

  public final int put8(int at, long value) {
    Bytes.put8(room(at, Long.BYTES), at, value);
    return at + Long.BYTES;
  }

  public final int put1and1(int at, int first, int value) {
    Bytes.put2(room(at, Short.BYTES), at, first << Byte.SIZE | value);
    return at + Short.BYTES;
  }

  public final int put1and2(int at, int first, int value) {
    byte[] b = room(at, 1 + Short.BYTES);
    b[at] = (byte) first;
    Bytes.put2(b, at + 1, value);
    return at + 1 + Short.BYTES;
  }

  public final int put1and4(int at, int first, int value) {
    byte[] b = room(at, 1 + Integer.BYTES);
    b[at] = (byte) first;
    Bytes.put4(b, at + 1, value);
    return at + 1 + Integer.BYTES;
  }

  public final int put1and8(int at, int first, long value) {
    byte[] b = room(at, 1 + Long.BYTES);
    b[at] = (byte) first;
    Bytes.put8(b, at + 1, value);
    return at + 1 + Long.BYTES;
  }

  public final int putAll(int at, byte[] source, int offset, int length) {
    Bytes.copy(source, offset, room(at, length), at, length);
    return at + length;
  }
}
