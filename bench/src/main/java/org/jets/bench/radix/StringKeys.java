package org.jets.bench.radix;

import java.nio.charset.StandardCharsets;

/**
 * Strings as keys. Each character has a code of one to three bytes, ordered as characters are: that
 * of UTF-8, except that surrogates have three bytes each.
 */
final class StringKeys implements ByteKeys<String> {
  static final StringKeys INSTANCE = new StringKeys();

  private static final int FIRST_OF_TWO = 0x80;
  private static final int FIRST_OF_THREE = 0x800;

  private StringKeys() {}

  /**
   * Encodes by the JDK, which is quick, where that gives one byte for each character. Then all are
   * of ASCII, or they are unpaired surrogates, for which there are question marks.
   */
  @Override
  public byte[] encode(String key) {
    byte[] quick = key.getBytes(StandardCharsets.UTF_8);
    return quick.length == key.length() && isExact(quick, key) ? quick : encodeEach(key);
  }

  private static boolean isExact(byte[] bytes, String key) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '?' && key.charAt(i) != '?') {
        return false;
      }
    }
    return true;
  }

  private static byte[] encodeEach(String key) {
    int length = 0;
    for (int i = 0; i < key.length(); i++) {
      char character = key.charAt(i);
      int size = character < FIRST_OF_TWO ? 1 : character < FIRST_OF_THREE ? 2 : 3;
      length = Math.addExact(length, size);
    }
    byte[] bytes = new byte[length];
    int at = 0;
    for (int i = 0; i < key.length(); i++) {
      char character = key.charAt(i);
      if (character < FIRST_OF_TWO) {
        bytes[at++] = (byte) character;
      } else {
        if (character < FIRST_OF_THREE) {
          bytes[at++] = (byte) (0xc0 | character >> 6);
        } else {
          bytes[at++] = (byte) (0xe0 | character >> 12);
          bytes[at++] = (byte) (0x80 | (character >> 6 & 0x3f));
        }
        bytes[at++] = (byte) (0x80 | (character & 0x3f));
      }
    }
    return bytes;
  }

  @Override
  public String decode(byte[] bytes) {
    return decode(bytes, bytes.length);
  }

  @Override
  public String decode(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] < 0) {
        return decodeEach(bytes, length);
      }
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  private static String decodeEach(byte[] bytes, int length) {
    char[] characters = new char[length];
    int size = 0;
    int at = 0;
    while (at < length) {
      int first = bytes[at++];
      int code = first;
      if (first < 0) {
        int second = bytes[at++] & 0x3f;
        boolean isOfTwo = (first & 0xe0) == 0xc0;
        code =
            isOfTwo
                ? (first & 0x1f) << 6 | second
                : (first & 0xf) << 12 | second << 6 | (bytes[at++] & 0x3f);
      }
      characters[size++] = (char) code;
    }
    return new String(characters, 0, size);
  }
}
