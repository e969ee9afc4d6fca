package org.jets.collections.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefixes of strings behind what these share say what the strings say. */
class StringPrefixTest {
  private static final int PAIRS = 20_000;

  private static String text(Random random, String characters, int length) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(length); left > 0; left--) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  /** The last two take one to three bytes a character, and the last one has surrogates. */
  @ParameterizedTest
  @ValueSource(strings = {"\0ab", "a\u00be\u00bf\u3fbe\u3fbf", "\0b\u00c0\ud800\udbff\udc00\uffff"})
  void of_stringsThatBeginAlike_isInTheirOrder(String characters) {
    Random random = new Random(3);
    for (int i = 0; i < PAIRS; i++) {
      String common = text(random, characters, 12);
      String a = common + text(random, characters, 10);
      String b = common + text(random, characters, 10);
      int shared = StringPrefix.shared(a, b);
      for (int offset = 0; offset <= Math.min(shared, 14); offset++) {
        long ofA = StringPrefix.of(a, offset);
        long ofB = StringPrefix.of(b, offset);
        if (ofA != ofB) {
          assertThat(Long.compare(ofA, ofB))
              .as("%s, %s, %d", a, b, offset)
              .isEqualTo(Integer.signum(a.compareTo(b)));
          assertThat(offset + StringPrefix.shared(ofA, ofB)).isLessThanOrEqualTo(shared);
        } else if (StringPrefix.isExact(ofA)) {
          assertThat(a).isEqualTo(b);
        }
        assertThat(StringPrefix.share(a, b, offset)).isTrue();
      }
      assertThat(StringPrefix.share(a, b, shared == Integer.MAX_VALUE ? shared : shared + 1))
          .isEqualTo(a.equals(b));
    }
  }

  @Test
  void shared_keysWithNumbers_countsEachCharacter() {
    long one = StringPrefix.of("name:1234", 5);
    assertThat(StringPrefix.shared(one, StringPrefix.of("name:1243", 5))).isEqualTo(2);
    assertThat(StringPrefix.shared(one, StringPrefix.of("name:12", 5))).isEqualTo(2);
    long cyrillic = StringPrefix.of("\u0436\u0437\u0438", 0);
    assertThat(StringPrefix.shared(cyrillic, StringPrefix.of("\u0436\u0437\u0439", 0)))
        .isEqualTo(2);
  }

  @Test
  void isExact_endInThePrefix_ifCharactersTakeAByte() {
    assertThat(StringPrefix.isExact(StringPrefix.of("name:1234567", 5))).isTrue();
    assertThat(StringPrefix.isExact(StringPrefix.of("name:12345678", 5))).isFalse();
    assertThat(StringPrefix.isExact(StringPrefix.of("", 0))).isTrue();
    assertThat(StringPrefix.isExact(StringPrefix.of("name", 200))).isTrue();
    // The last byte of two, or of three, is 0.
    assertThat(StringPrefix.isExact(StringPrefix.of("123456\u00bf", 0))).isFalse();
    assertThat(StringPrefix.isExact(StringPrefix.of("12345\uff00", 0))).isFalse();
  }

  @Test
  void share_stringsOfTwoEncodings_comparesCharacters() {
    assertThat(StringPrefix.share("ab\u0436", "abc", 2)).isTrue();
    assertThat(StringPrefix.share("ab\u0436", "abc", 3)).isFalse();
    assertThat(StringPrefix.share("ab", "ab\0", 3)).isFalse();
    assertThat(StringPrefix.share("ab", "ab", 3)).isTrue();
  }
}
