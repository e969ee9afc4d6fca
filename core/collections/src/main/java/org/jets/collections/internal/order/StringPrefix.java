package org.jets.collections.internal.order;

/**
 * Prefixes of strings, from any character on: the first bytes of a code of the characters, in the
 * order of {@link String#compareTo}.
 *
 * <p>One byte is for characters of English and most marks, so that eight of them count. Two bytes
 * are for those up to {@link #LAST_OF_TWO}, which are all other alphabets, and three for the rest.
 * The byte 0 is for the end. So a prefix of single bytes that ends in 0 says all of the string.
 */
final class StringPrefix {
  /** The first character whose code takes two bytes; lesser ones take the byte after their own. */
  private static final int FIRST_OF_TWO = 0xbf;

  /** The first byte of the least code of two bytes. */
  private static final int TWO = 0xc0;

  /** The first byte of all codes of three bytes. */
  private static final int THREE = 0xff;

  /** The last character whose code takes two bytes. */
  private static final int LAST_OF_TWO = FIRST_OF_TWO + ((THREE - TWO) << Byte.SIZE) - 1;

  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private StringPrefix() {}

  /** The prefix of what follows a number of characters; that of "" if there are not so many. */
  static long of(String text, int offset) {
    int length = text.length();
    int end = offset + Long.BYTES;
    long prefix = 0;
    int large = 0; // Negative if a character takes more than one byte.
    if (end <= length) {
      for (int i = offset; i < end; i++) {
        int character = text.charAt(i);
        large |= FIRST_OF_TWO - 1 - character;
        prefix = (prefix << Byte.SIZE) | (character + 1);
      }
    } else {
      for (int i = offset; i < length; i++) {
        int character = text.charAt(i);
        large |= FIRST_OF_TWO - 1 - character;
        prefix = (prefix << Byte.SIZE) | (character + 1);
      }
      prefix = offset < length ? prefix << ((end - length) << 3) : 0;
    }
    return large < 0 ? ofLarge(text, offset) : prefix ^ Long.MIN_VALUE;
  }

  private static long ofLarge(String text, int offset) {
    long prefix = 0;
    int free = Long.SIZE;
    for (int i = offset; i < text.length() && free > 0; i++) {
      char character = text.charAt(i);
      if (character < FIRST_OF_TWO) {
        free -= Byte.SIZE;
        prefix |= (long) (character + 1) << free;
      } else {
        // Three bytes, of which the last one is not there for a character of two.
        long code =
            character <= LAST_OF_TWO
                ? (long) ((TWO << Byte.SIZE) + (character - FIRST_OF_TWO)) << Byte.SIZE
                : ((long) THREE << (2 * Byte.SIZE)) | character;
        int shift = free - 3 * Byte.SIZE;
        prefix |= shift >= 0 ? code << shift : code >>> -shift;
        free -= character <= LAST_OF_TWO ? 2 * Byte.SIZE : 3 * Byte.SIZE;
      }
    }
    return prefix ^ Long.MIN_VALUE;
  }

  /** Returns true if only one string has this prefix behind what is in front of it. */
  static boolean isExact(long prefix) {
    long code = prefix ^ Long.MIN_VALUE;
    return (code & 0xff) == 0 && isOfSingleBytes(code);
  }

  /** Returns true if no byte is the first one of two or three. */
  private static boolean isOfSingleBytes(long code) {
    return (code & (code << 1) & HIGHEST_BITS) == 0;
  }

  /** The number of characters that strings have in common from the start; many for equal ones. */
  static int shared(String a, String b) {
    int length = Math.min(a.length(), b.length());
    int i = 0;
    while (i < length && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return (i == length && a.length() == b.length()) ? Integer.MAX_VALUE : i;
  }

  /** The number of characters that strings with these prefixes have in common at least. */
  static int shared(long prefix, long other) {
    long code = prefix ^ Long.MIN_VALUE;
    int bytes = Long.numberOfLeadingZeros(prefix ^ other) >>> 3;
    return isOfSingleBytes(code) ? bytes : characters(code, bytes);
  }

  /** The number of characters whose codes are among the first bytes. */
  private static int characters(long code, int bytes) {
    int characters = 0;
    int at = 0;
    while (at < bytes) {
      int shift = Long.SIZE - Byte.SIZE - (at << 3);
      int first = (int) (code >>> shift) & 0xff;
      at += first < TWO ? 1 : first < THREE ? 2 : 3;
      characters += at <= bytes ? 1 : 0;
    }
    return characters;
  }

  /** Returns true if strings have so many characters in common, or are equal. */
  static boolean share(String a, String b, int characters) {
    return (a.length() >= characters && b.length() >= characters)
        ? a.regionMatches(0, b, 0, characters)
        : a.equals(b);
  }
}
