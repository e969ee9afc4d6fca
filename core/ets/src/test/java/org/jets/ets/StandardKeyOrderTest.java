package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.RandomTerms;
import org.jets.terms.Term;
import org.jets.terms.TermGenerator;
import org.jets.terms.TermOrder;
import org.jets.terms.TestScale;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prefixes of keys are in the standard order, and equal for equal keys. */
class StandardKeyOrderTest {

  private static void assertInOrder(List<Term> terms) {
    for (Term a : terms) {
      for (Term b : terms) {
        int byPrefix = Long.compare(prefix(a), prefix(b));
        int expected = Integer.signum(TermOrder.STANDARD.compare(a, b));
        assertThat(byPrefix == 0 || byPrefix == expected).as("%s and %s", a, b).isTrue();
        assertThat(expected != 0 || byPrefix == 0).as("%s == %s", a, b).isTrue();
      }
    }
  }

  private static long prefix(Term term) {
    return StandardKeyOrder.INSTANCE.prefix(term);
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

  @Test
  void prefix_keysThatTablesAreFullOf_differ() {
    List<Term> keys = new ArrayList<>();
    for (int n = -1000; n < 1000; n++) {
      keys.add(IntegerTerm.of(n));
      keys.add(FloatTerm.of(n + 0.5));
      keys.add(Tuple.of(IntegerTerm.of(n), Atom.OK));
      keys.add(ListTerm.of(IntegerTerm.of(n)));
      keys.add(Atom.of("k" + n));
    }
    assertThat(keys.stream().map(StandardKeyOrderTest::prefix)).doesNotHaveDuplicates();
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
}
