package org.jets.terms;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Objects;
import org.jets.terms.internal.text.Utf8;

/**
 * An Erlang binary: a bitstring of whole bytes. By custom, text is a binary in UTF-8.
 *
 * <p>Memory: 16 bytes and the array; 24 bytes for a view.
 */
public abstract sealed class Binary extends Bitstring permits ArrayBinary, BinaryView {

  Binary() {}

  /** Returns the binary without bytes. */
  public static Binary empty() {
    return ArrayBinary.EMPTY;
  }

  /** Returns the binary of these bytes (copied). */
  public static Binary of(byte[] bytes) {
    return wrap(Objects.requireNonNull(bytes, "bytes").clone());
  }

  /**
   * Returns the binary of a part of these bytes (copied).
   *
   * @throws IndexOutOfBoundsException if there is no such part
   */
  public static Binary of(byte[] bytes, int offset, int length) {
    checkPart(bytes, offset, length);
    return wrap(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /**
   * Returns the binary of a text in UTF-8.
   *
   * @throws IllegalArgumentException if the text has an unpaired surrogate
   */
  public static Binary of(String text) {
    return wrap(Utf8.encode(Objects.requireNonNull(text, "text")));
  }

  /**
   * Returns a binary over a part of these bytes without copying them. It keeps the whole array
   * reachable. The caller must not change the array afterwards, since terms are immutable.
   *
   * @throws IndexOutOfBoundsException if there is no such part
   */
  public static Binary view(byte[] bytes, int offset, int length) {
    checkPart(bytes, offset, length);
    return length == 0 ? ArrayBinary.EMPTY : new BinaryView(bytes, offset, length);
  }

  private static void checkPart(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, Objects.requireNonNull(bytes, "bytes").length);
  }

  /** Returns the binary of this array, which is not copied: the caller hands it over. */
  static Binary wrap(byte[] bytes) {
    return bytes.length == 0 ? ArrayBinary.EMPTY : new ArrayBinary(bytes);
  }

  @Override
  public final int trailingBits() {
    return 0;
  }

  /**
   * Returns the text that this is in UTF-8.
   *
   * @throws CharacterCodingException if the bytes are not well-formed UTF-8
   */
  public final String toText() throws CharacterCodingException {
    return Utf8.decode(array(), offset(), byteSize());
  }

  /** Returns a read-only buffer over the bytes. Constant time. */
  public final ByteBuffer asReadOnlyBuffer() {
    return ByteBuffer.wrap(array(), offset(), byteSize()).slice().asReadOnlyBuffer();
  }
}
