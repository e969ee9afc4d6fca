package org.jets.terms.internal.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 as in Erlang: malformed text is refused, never replaced. */
public final class Utf8 {

  private Utf8() {}

  /** Returns whether a number is a Unicode code point that can be encoded: not a surrogate. */
  public static boolean isScalarValue(int codePoint) {
    return Character.isValidCodePoint(codePoint)
        && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
  }

  /**
   * Encodes a text.
   *
   * @throws IllegalArgumentException if it has an unpaired surrogate
   */
  public static byte[] encode(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Utf8.isScalarValue(text.codePointAt(i))) {
          throw new IllegalArgumentException(
              "text: unpaired surrogate at index " + i + " (expected: valid Unicode)");
        }
        i++;
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Decodes a text.
   *
   * @throws CharacterCodingException if the bytes are not well-formed
   */
  public static String decode(byte[] bytes, int offset, int length)
      throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes, offset, length))
        .toString();
  }
}
