package org.jets.collections.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jets.collections.PrefixComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prefixes are in order as the keys are, and searching by them finds what comparing finds. */
class PrefixOrderTest {

  /** Keys of one class each. */
  static Stream<List<? extends Comparable<?>>> keys() {
    return Stream.of(
        List.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE, Long.MAX_VALUE - 1),
        List.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE),
        List.of((short) -3, (short) 4, Short.MIN_VALUE),
        List.of((byte) -3, (byte) 4, Byte.MIN_VALUE),
        List.of('a', '\0', '\uffff', 'b'),
        List.of("", "\0", "a", "a\0", "a\0b", "ab", "abcd", "abcde", "abce", "\uffff", "\u8000b"),
        List.of(
            "abcdefg\u00bf",
            "abcdefg\u00c0",
            "abcdefg\u3fbf",
            "abcdefg\u3fc0",
            "abcdefgh",
            "abcdefg"),
        List.of(
            "\u00c0", "\u00c0\0", "\u00bf\uffff", "\u3fbf\u0100", "\u3fc0", "\u3fc0x", "\u3fbfx"),
        List.of(1.5, -0.0, 0.0, Double.NaN));
  }

  @SuppressWarnings("unchecked") // Of one class.
  private static List<Comparable<Object>> comparable(List<? extends Comparable<?>> keys) {
    return (List<Comparable<Object>>) keys;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void compare_byPrefixesFirst_isTheNaturalOrder(List<? extends Comparable<?>> keys) {
    PrefixOrder<Comparable<Object>> order = PrefixOrder.natural();
    for (Comparable<Object> a : comparable(keys)) {
      long unsettled = order.prefix(a);
      for (Comparable<Object> b : comparable(keys)) {
        int compared = order.compare(order.admit(a), a, order.admit(b), b);
        assertThat(Integer.signum(compared)).isEqualTo(Integer.signum(a.compareTo(b)));
      }
      assertThat(order.prefix(a)).isEqualTo(unsettled);
    }
  }

  @Test
  void prefix_randomStrings_isInTheirOrder() {
    Random random = new Random(11);
    PrefixOrder<String> order = PrefixOrder.natural();
    char[] characters = {
      '\0', 'a', 'b', '\u00bf', '\u00c0', '\u00c1', '\u3fbf', '\u3fc0', '\uffff'
    };
    for (int i = 0; i < 20_000; i++) {
      String a = randomText(random, characters);
      String b = randomText(random, characters);
      int byPrefix = Long.compare(order.admit(a), order.admit(b));
      if (byPrefix != 0) {
        assertThat(byPrefix).as("%s, %s", a, b).isEqualTo(Integer.signum(a.compareTo(b)));
      }
    }
  }

  private static String randomText(Random random, char[] characters) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(10); left > 0; left--) {
      text.append(characters[random.nextInt(characters.length)]);
    }
    return text.toString();
  }

  @Test
  void prefix_stringsOfEightLettersOfAnAlphabetOrFour_tellsThemApart() {
    PrefixOrder<String> order = PrefixOrder.natural();
    assertThat(order.admit("name:123")).isLessThan(order.admit("name:124"));
    assertThat(order.admit("\u0436\u0436\u0436\u0436"))
        .isLessThan(order.admit("\u0436\u0436\u0436\u0437"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void search_anyPart_isABinarySearch(List<? extends Comparable<?>> keys) {
    PrefixOrder<Comparable<Object>> order = PrefixOrder.natural();
    Object[] sorted = keys.stream().sorted().toArray();
    for (int size = 0; size <= sorted.length; size++) {
      long[] prefixes = new long[sorted.length];
      for (int i = 0; i < size; i++) {
        prefixes[i] = order.admit(comparable(keys).get(keys.indexOf(sorted[i])));
      }
      for (Comparable<Object> key : comparable(keys)) {
        int expected = Arrays.binarySearch(sorted, 0, size, key);
        long prefix = order.prefix(key);
        assertThat(order.search(prefix, key, prefixes, sorted, size)).isEqualTo(expected);
      }
    }
  }

  @Test
  void search_keysNotKept_findsWhatBinarySearchFinds() {
    Random random = new Random(4);
    for (int size = 0; size < 130; size++) {
      long[] sorted =
          random
              .longs()
              .map(number -> number >> (number & 63))
              .distinct()
              .limit(size)
              .sorted()
              .toArray();
      PrefixOrder<Long> order = PrefixOrder.natural();
      assertThat(order.hasKeysInPrefixes()).isFalse();
      order.admit(0L);
      assertThat(order.hasKeysInPrefixes()).isTrue();
      for (long key : sorted) {
        for (long near : new long[] {key - 1, key, key + 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
          assertThat(order.search(near, near, sorted, size))
              .isEqualTo(Arrays.binarySearch(sorted, near));
        }
        assertThat(order.keyOf(key)).isEqualTo(key);
      }
    }
  }

  @Test
  void search_keysNotKeptAndOneOfAnotherClass_throws() {
    PrefixOrder<Object> order = PrefixOrder.natural();
    order.admit(7);

    assertThat(order.keyOf(7)).isEqualTo(7);
    assertThatThrownBy(() -> order.search(7, 7L, new long[] {7}, 1))
        .isInstanceOf(ClassCastException.class);
  }

  @Test
  void search_manyTies_comparesFew() {
    Random random = new Random(3);
    Integer[] sorted = random.ints(200, 0, 300).distinct().sorted().boxed().toArray(Integer[]::new);
    PrefixOrder<Integer> order = PrefixOrder.of(new Tens());
    long[] prefixes = Arrays.stream(sorted).mapToLong(order::admit).toArray();
    for (int key = -1; key <= 300; key++) {
      int expected = Arrays.binarySearch(sorted, key);
      assertThat(order.search(order.prefix(key), key, prefixes, sorted, sorted.length))
          .isEqualTo(expected);
      assertThat(order.search(0, key, null, sorted, sorted.length)).isEqualTo(expected);
    }
  }

  /** Knows the tens of a number; those of one ten that end in 9 alone are said to be exact. */
  private static final class Tens implements PrefixComparator<Integer> {
    @Override
    public int compare(Integer a, Integer b) {
      return Integer.compare(a, b);
    }

    @Override
    public long prefix(Integer key) {
      return Math.floorDiv(key, 10);
    }
  }

  @Test
  void compareTied_exactPrefix_doesNotCompare() {
    PrefixComparator<Integer> exact =
        new PrefixComparator<>() {
          @Override
          public int compare(Integer a, Integer b) {
            throw new AssertionError(a + " compared with " + b);
          }

          @Override
          public long prefix(Integer key) {
            return key;
          }

          @Override
          public boolean isExact(long prefix) {
            return true;
          }
        };
    PrefixOrder<Integer> order = PrefixOrder.of(exact);

    assertThat(order.compare(1, 1, 1, 1)).isZero();
    assertThat(order.compare(1, 1, 2, 2)).isNegative();
    assertThat(order.search(1, 1, new long[] {0, 1, 2}, new Object[] {0, 1, 2}, 3)).isOne();
  }

  @Test
  void admit_classesThatCannotBeCompared_throws() {
    PrefixOrder<Comparable<?>> longs = PrefixOrder.natural();
    longs.prefix("asked for before there was a key");
    longs.admit(1L);
    assertThatThrownBy(() -> longs.admit("a")).isInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> longs.prefix(1)).isInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> longs.prefix(new Object())).isInstanceOf(ClassCastException.class);
    assertThat(longs.admit(2L)).isEqualTo(2);

    PrefixOrder<Object> none = PrefixOrder.natural();
    assertThatThrownBy(() -> none.admit(new Object())).isInstanceOf(ClassCastException.class);
  }

  @Test
  void compareTied_lookupOfAnotherClassFromBeforeTheFirstKey_throws() {
    PrefixOrder<Comparable<?>> order = PrefixOrder.natural();
    long prefix = order.prefix("key");

    order.admit(prefix);

    assertThatThrownBy(() -> order.compareTied(prefix, "key", prefix))
        .isInstanceOf(ClassCastException.class);
  }

  @Test
  void admit_classesThatCompareWithEachOther_areMixed() {
    PrefixOrder<Version> order = PrefixOrder.natural();
    Version version = new Version(5);
    Version preview = new Preview(7);

    assertThat(order.compare(order.admit(version), version, order.admit(preview), preview))
        .isNegative();
    assertThat(order.prefix(preview)).isZero();
    assertThat(PrefixOrder.of(Comparator.<Long>reverseOrder()).hasPrefixes()).isFalse();
  }

  private static class Version implements Comparable<Version> {
    private final int number;

    Version(int number) {
      this.number = number;
    }

    @Override
    public int compareTo(Version other) {
      return Integer.compare(number, other.number);
    }
  }

  private static final class Preview extends Version {
    Preview(int number) {
      super(number);
    }
  }
}
