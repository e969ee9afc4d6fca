package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that prefixes are in the standard order, equal for equal terms, and exact only for those.
 */
class TermPrefixTest {
  private static final int BYTES_OF_EXACT = 7;

  private static void assertInOrder(List<Term> terms) {
    for (Term a : terms) {
      for (Term b : terms) {
        int byPrefix = Long.compare(prefix(a), prefix(b));
        int expected = Integer.signum(TermOrder.STANDARD.compare(a, b));
        assertThat(byPrefix == 0 || byPrefix == expected).as("%s and %s", a, b).isTrue();
        assertThat(expected != 0 || byPrefix == 0).as("%s == %s", a, b).isTrue();
        boolean isDecided = byPrefix != 0 || expected == 0 || !TermPrefix.isExact(prefix(a));
        assertThat(isDecided).as("%s and %s, which are told apart", a, b).isTrue();
      }
    }
  }

  private static long prefix(Term term) {
    return TermPrefix.of(term);
  }

  @Test
  void prefix_numbersNearEachOther_areInOrder() {
    List<Term> numbers = new ArrayList<>();
    for (int shift : new int[] {0, 1, 20, 31, 48, 52, 53, 54, 62, 63, 64, 200, 1023}) {
      BigInteger power = BigInteger.ONE.shiftLeft(shift);
      for (int delta = -2; delta <= 2; delta++) {
        BigInteger number = power.add(BigInteger.valueOf(delta));
        numbers.add(IntegerTerm.of(number));
        numbers.add(IntegerTerm.of(number.negate()));
      }
      numbers.add(FloatTerm.of(power.doubleValue()));
      numbers.add(FloatTerm.of(Math.nextDown(power.doubleValue())));
      numbers.add(FloatTerm.of(-Math.nextUp(power.doubleValue())));
    }
    numbers.add(IntegerTerm.of(BigInteger.TEN.pow(400)));
    numbers.add(IntegerTerm.of(BigInteger.TEN.pow(400).negate()));
    numbers.add(FloatTerm.of(0.0));
    numbers.add(FloatTerm.of(-0.0));
    numbers.add(FloatTerm.of(Double.MIN_VALUE));
    numbers.add(FloatTerm.of(-Double.MIN_VALUE));
    numbers.add(FloatTerm.of(Double.MAX_VALUE));
    assertInOrder(numbers);
  }

  @Test
  void prefix_textsBytesAndCompounds_areInOrder() {
    List<Term> terms = new ArrayList<>();
    for (String name :
        List.of(
            "",
            "a",
            "ab",
            "abcdefg",
            "abcdefgh",
            "\0",
            "\u007f",
            "\u0080",
            "\u07ff",
            "\u0800",
            "\uffff",
            "\ud800\udc00",
            "\udbff\udfff",
            "aaaaaa\u0080",
            "aaaaaa\u0800")) {
      terms.add(Atom.of(name));
      terms.add(Tuple.of(Atom.of(name)));
      terms.add(ListTerm.of(Atom.of(name)));
    }
    for (byte[] bytes :
        new byte[][] {{}, {0}, {-1}, {1, 2, 3, 4, 5, 6, 7}, {1, 2, 3, 4, 5, 6, 7, 8}}) {
      terms.add(Binary.of(bytes));
    }
    terms.add(Bitstring.of(new byte[] {(byte) 0x80}, 1));
    terms.add(Bitstring.of(new byte[] {1, 2, (byte) 0xf0}, 20));
    terms.add(Tuple.of());
    terms.add(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(2)));
    terms.add(Tuple.of(FloatTerm.of(1.0), IntegerTerm.of(2)));
    terms.add(Tuple.of(Tuple.of(), IntegerTerm.of(2)));
    terms.add(ListTerm.empty());
    terms.add(ListTerm.of(ListTerm.empty()));
    terms.add(ListTerm.cons(IntegerTerm.of(1), IntegerTerm.of(2)));
    terms.add(ListTerm.of(FloatTerm.of(1.0)));
    assertInOrder(terms);
  }

  /**
   * Tests pairs and lists of elements that are close in the order, alone and before other elements.
   */
  @Test
  void prefix_elementsNearEachOther_areInOrder() {
    List<Term> elements = new ArrayList<>();
    for (long number : new long[] {0, 1, 15, 16, 17, 255, 4095, 4096, 4097, 1L << 31, 1L << 40}) {
      for (int delta = -1; delta <= 1; delta++) {
        elements.add(IntegerTerm.of(number + delta));
        elements.add(IntegerTerm.of(-number + delta));
        elements.add(FloatTerm.of(number + delta / 2.0));
        elements.add(FloatTerm.of(-number - 0.25));
      }
    }
    elements.add(IntegerTerm.of(BigInteger.TEN.pow(30)));
    for (String name :
        List.of("", "\0", "\1", "\17", "\20", "a", "a\0", "ab", "abcdefgh", "\u00ff")) {
      elements.add(Atom.of(name));
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      elements.add(Binary.of(bytes));
      for (int unused = 1; unused < Byte.SIZE && bytes.length > 0; unused += 3) {
        elements.add(Bitstring.of(bytes, (long) bytes.length * Byte.SIZE - unused));
      }
    }
    elements.add(ListTerm.empty());
    elements.add(ListTerm.of(Atom.OK));
    elements.add(Tuple.of());
    elements.add(Tuple.of(Atom.OK));
    List<Term> terms = new ArrayList<>();
    for (Term element : elements) {
      terms.add(Tuple.of(element));
      terms.add(Tuple.of(element, IntegerTerm.of(3)));
      terms.add(Tuple.of(element, FloatTerm.of(2.5)));
      terms.add(ListTerm.of(element));
      terms.add(ListTerm.of(element, element));
      terms.add(ListTerm.cons(Atom.OK, element));
    }
    terms.add(Tuple.of(Collections.nCopies(14, Atom.OK)));
    terms.add(Tuple.of(Collections.nCopies(15, Atom.OK)));
    terms.add(Tuple.of(Collections.nCopies(16, Atom.OK)));
    assertInOrder(terms);
  }

  @Test
  void isExact_keysThatTablesAreFullOf_isTrue() {
    for (Term key :
        List.of(
            IntegerTerm.of(0),
            IntegerTerm.of(-1),
            IntegerTerm.of(Integer.MIN_VALUE),
            IntegerTerm.of((1L << 50) - 1),
            FloatTerm.of(-0.0),
            Atom.of("seven_7"),
            Binary.of(new byte[BYTES_OF_EXACT]),
            ListTerm.empty(),
            Tuple.of(),
            Tuple.of(IntegerTerm.of(1_000_000), IntegerTerm.of(-7)),
            Tuple.of(Atom.of("key"), IntegerTerm.of(1_000)),
            ListTerm.of(Atom.OK, IntegerTerm.of(1)))) {
      assertThat(TermPrefix.isExact(prefix(key))).as("%s", key).isTrue();
    }
  }

  @Test
  void isExact_termsThatShareTheirPrefix_isFalse() {
    for (Term key :
        List.of(
            IntegerTerm.of(1L << 53),
            IntegerTerm.of(-1L << 53),
            FloatTerm.of(0.1),
            FloatTerm.of(Math.nextUp(1.0)),
            Atom.of("eight__8"),
            Binary.of(new byte[BYTES_OF_EXACT + 1]),
            Bitstring.of(new byte[1], 3),
            Tuple.of(FloatTerm.of(1.5)),
            Tuple.of(Tuple.of()),
            Tuple.of(Atom.of("a_long_name"), IntegerTerm.of(1)),
            MapTerm.of())) {
      assertThat(TermPrefix.isExact(prefix(key))).as("%s", key).isFalse();
    }
  }

  @Test
  void prefix_keysThatTablesAreFullOf_differ() {
    List<Term> keys = new ArrayList<>();
    for (int n = -1000; n < 1000; n++) {
      keys.add(IntegerTerm.of(n));
      keys.add(FloatTerm.of(n + 0.5));
      keys.add(Tuple.of(IntegerTerm.of(n), Atom.OK));
      keys.add(Tuple.of(Atom.of("row"), IntegerTerm.of(n)));
      keys.add(ListTerm.of(IntegerTerm.of(n)));
      keys.add(Atom.of("k" + n));
    }
    assertThat(keys.stream().map(TermPrefixTest::prefix)).doesNotHaveDuplicates();
  }

  @Test
  @ExtendWith(RandomTerms.class)
  void prefix_randomTerms_areInOrder(TermGenerator generator) {
    for (int i = 0; i < TestScale.count(300); i++) {
      List<Term> terms = new ArrayList<>(generator.relatives(4));
      for (int n = 0; n < 8; n++) {
        terms.add(generator.term());
      }
      assertInOrder(terms);
    }
  }

  @Test
  @ExtendWith(RandomTerms.class)
  void units_termsThatBeginAlike_areThoseOfAnOrderedMap(TermGenerator terms) {
    int shared = 0;
    for (int i = TestScale.count(5_000); i > 0; i--) {
      List<Term> group = new ArrayList<>(List.of(key(terms.random())));
      while (group.size() < 8) {
        Term one = group.get(terms.random().nextInt(group.size()));
        group.add(terms.random().nextInt(6) == 0 ? key(terms.random()) : terms.nearlyEqual(one));
      }
      group.sort(TermOrder.STANDARD);
      for (int a = 0; a < group.size(); a++) {
        for (int c = a; c < group.size(); c++) {
          assertUnits(group.get(a), group.get(c));
          int units = TermPrefix.sharedUnits(group.get(a), group.get(c));
          shared += units;
          for (Term between : group.subList(a, c)) {
            if (TermPrefix.sharedUnits(group.get(a), between) < units) {
              fail("%s to %s, with %s", group.get(a), group.get(c), between);
            }
          }
        }
      }
    }
    assertThat(shared).isPositive();
  }

  /** Asserts what a comparator with prefixes promises of two keys, of which none is greater. */
  private static void assertUnits(Term a, Term b) {
    int units = TermPrefix.sharedUnits(a, b);
    int own = TermPrefix.sharedUnits(a, a);
    boolean isEqual = TermOrder.equal(a, b);
    if (TermPrefix.sharedUnits(b, a) != units || (isEqual ? units != own : units > own)) {
      fail("%s and %s share %d units", a, b, units);
    }
    for (int offset = 0; offset <= units; offset++) {
      long prefix = TermPrefix.of(a, offset);
      long other = TermPrefix.of(b, offset);
      if (prefix > other
          || (isEqual && prefix != other)
          || (!isEqual && prefix == other && TermPrefix.isExact(prefix, offset))
          || offset + TermPrefix.sharedUnits(prefix, other) > units) {
        fail("%s and %s behind %d units: %x and %x", a, b, offset, prefix, other);
      }
    }
  }

  /** Returns a key with bytes at the bounds of their codes, most often in elements of a tuple. */
  private static Term key(Random random) {
    int arity = random.nextInt(20) == 0 ? 14 + random.nextInt(3) : random.nextInt(5);
    if (arity == 0) {
      return bits(random);
    }
    List<Term> elements = new ArrayList<>();
    while (elements.size() < arity) {
      elements.add(
          switch (random.nextInt(6)) {
            case 0 -> IntegerTerm.of(random.nextLong() >> random.nextInt(Long.SIZE));
            case 1 -> FloatTerm.of(random.nextInt(16) / 4.0 - 2);
            case 2 -> Atom.of(List.of("", "a", "ab", "\0", "\17", "\20").get(random.nextInt(6)));
            case 3 -> random.nextBoolean() ? ListTerm.empty() : Tuple.of(Atom.OK);
            default -> bits(random);
          });
    }
    return Tuple.of(elements);
  }

  private static Term bits(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(3) == 0 ? 14 : 5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          List.of((byte) 0, (byte) 1, (byte) 15, (byte) 16, (byte) -1).get(random.nextInt(5));
    }
    int cut = random.nextInt(3) == 0 ? random.nextInt(Byte.SIZE) : 0;
    return Bitstring.of(bytes, Math.max(0, (long) bytes.length * Byte.SIZE - cut));
  }

  /** Of the same binary in each element, so that the tuples take little memory. */
  @Test
  void units_moreThanIntegersCount_areTheMost() {
    Binary part = Binary.of(new byte[1 << 20]);
    Term[] parts = new Term[4_200];
    for (int count : new int[] {2_047, 2_048, 2_200, 4_096, 4_199}) {
      Arrays.fill(parts, 0, count, part);
      parts[count] = IntegerTerm.of(1);
      Tuple first = Tuple.of(Arrays.copyOf(parts, count + 1));
      parts[count] = IntegerTerm.of(2);
      Tuple second = Tuple.of(Arrays.copyOf(parts, count + 1));

      long shared = 1 + count * (part.byteSize() + (long) TermPrefix.END_UNITS);
      assertThat(TermPrefix.sharedUnits(first, second))
          .isEqualTo((int) Math.min(shared, Integer.MAX_VALUE));
      assertThat(TermPrefix.sharedUnits(first, first))
          .isGreaterThanOrEqualTo((int) Math.min(shared, Integer.MAX_VALUE));
    }
  }

  @Test
  void units_keysThatTablesAreFullOf_areCounted() {
    Term row = Tuple.of(Atom.of("accounts"), IntegerTerm.of(70_000));
    Term next = Tuple.of(Atom.of("accounts"), IntegerTerm.of(70_001));
    Term longer = Binary.of("https://example.org/items/17");
    Term other = Binary.of("https://example.org/items/18");

    assertThat(TermPrefix.sharedUnits(row, next)).isEqualTo(3);
    assertThat(TermPrefix.isExact(TermPrefix.of(row, 2), 2)).isTrue();
    assertThat(TermPrefix.of(row, 2)).isLessThan(TermPrefix.of(next, 2));
    assertThat(TermPrefix.sharedUnits(longer, other)).isEqualTo(27);
    assertThat(TermPrefix.isExact(TermPrefix.of(longer, 26), 26)).isTrue();
    assertThat(TermPrefix.sharedUnits(TermPrefix.of(longer, 20), TermPrefix.of(other, 20)))
        .isEqualTo(7);
  }
}
