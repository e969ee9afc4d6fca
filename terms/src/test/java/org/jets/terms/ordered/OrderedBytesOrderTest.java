package org.jets.terms.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.terms.EdgeTerms;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RandomTerms;
import org.jets.terms.Term;
import org.jets.terms.TermArbitraries;
import org.jets.terms.TermGenerator;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.ScaledProperties;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that the bytes are in the order of {@link TermOrder}, which is the definition, and that
 * each term is decoded as it was.
 */
@ExtendWith(RandomTerms.class)
@AddLifecycleHook(ScaledProperties.class)
class OrderedBytesOrderTest {
  private static final int PAIRS = 500_000;
  private static final int GROUP = 10;

  private static final Comparator<Term> REFINED = TermOrder.STANDARD.thenComparing(TermOrder.EXACT);

  private static final Term MIN = IntegerTerm.of(BigInteger.ONE.shiftLeft(3000).negate());

  @Test
  void encode_relatedTerms_areOrderedAsTheTerms(TermGenerator terms) {
    for (int i = TestScale.count(PAIRS / (GROUP * (GROUP - 1) / 2)); i > 0; i--) {
      assertOrdered(terms.relatives(GROUP));
    }
  }

  @Test
  void encode_largeTermsThatDifferDeepInside_areOrderedAsTheTerms(TermGenerator terms) {
    for (int i = TestScale.count(PAIRS / 100 / GROUP); i > 0; i--) {
      Term large = terms.term(300);
      List<Term> group = new ArrayList<>(List.of(large));
      for (int j = 0; j < 4; j++) {
        group.add(terms.nearlyEqual(terms.copy(large)));
      }
      assertOrdered(group);
    }
  }

  @Test
  void encode_edgeTerms_areOrderedAsTheTerms() {
    List<Term> edges = EdgeTerms.all();
    assertOrdered(edges);
    assertOrdered(edges.stream().<Term>map(edge -> Tuple.of(edge, MIN)).toList());
    assertOrdered(edges.stream().<Term>map(edge -> ListTerm.cons(MIN, edge)).toList());
    assertOrdered(edges.stream().<Term>map(edge -> MapTerm.of(edge, edge)).toList());
  }

  @Test
  void encode_numbersAtTheBoundaries_areOrderedAsTheNumbers() {
    List<Term> numbers = new ArrayList<>();
    for (int bits = 0; bits <= 1100; bits++) {
      BigInteger power = BigInteger.ONE.shiftLeft(bits);
      for (int near = -1; near <= 1; near++) {
        numbers.add(IntegerTerm.of(power.add(BigInteger.valueOf(near))));
        numbers.add(IntegerTerm.of(power.add(BigInteger.valueOf(near)).negate()));
      }
    }
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      double power = Math.scalb(1.0, exponent);
      for (double real : new double[] {power, Math.nextUp(power), Math.nextDown(power)}) {
        numbers.add(FloatTerm.of(real));
        numbers.add(FloatTerm.of(-real));
      }
    }
    for (int i = -400; i <= 400; i++) {
      numbers.add(IntegerTerm.of(i));
      numbers.add(FloatTerm.of(i));
      numbers.add(FloatTerm.of(i + 0.5));
      numbers.add(FloatTerm.of(Math.nextUp((double) i)));
      numbers.add(FloatTerm.of(Math.nextDown((double) i)));
    }
    for (int bytes : new int[] {127, 128, 129, 134, 135, 136, 137, 300, 70_000}) {
      for (int near = -1; near <= 1; near++) {
        BigInteger edge = BigInteger.ONE.shiftLeft(8 * bytes).add(BigInteger.valueOf(near));
        numbers.add(IntegerTerm.of(edge));
        numbers.add(IntegerTerm.of(edge.negate()));
      }
    }
    numbers.add(FloatTerm.of(0.0));
    numbers.add(FloatTerm.of(-0.0));
    numbers.add(FloatTerm.of(Double.MAX_VALUE));
    numbers.add(IntegerTerm.of(new BigDecimal(Double.MAX_VALUE).toBigInteger()));

    assertNeighboursOrdered(numbers);
    assertNeighboursOrdered(numbers.stream().<Term>map(n -> Tuple.of(n, MIN)).toList());
    assertNeighboursOrdered(numbers.stream().<Term>map(n -> ListTerm.cons(n, MIN)).toList());
    assertNeighboursOrdered(numbers.stream().<Term>map(n -> MapTerm.of(n, n)).toList());
  }

  @Provide
  Arbitrary<List<Term>> pairs() {
    return TermArbitraries.relatives(2);
  }

  @Provide
  Arbitrary<Term> terms() {
    return TermArbitraries.terms();
  }

  @Property(tries = 3000)
  void encode_nearlyEqualTerms_areOrderedAsTheTerms(@ForAll("pairs") List<Term> pair) {
    assertOrdered(pair);
  }

  @Property(tries = 3000)
  void encode_anyTerms_areOrderedAsTheTerms(@ForAll("terms") Term a, @ForAll("terms") Term b) {
    assertOrdered(List.of(a, b));
  }

  /** Asserts the order of each pair, and the round trip of each term. */
  private static void assertOrdered(List<Term> terms) {
    List<Coded> coded = terms.stream().map(Coded::new).toList();
    for (int i = 0; i < coded.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertOrdered(coded.get(i), coded.get(j));
      }
    }
  }

  /** Asserts that sorting the terms and sorting the bytes give the same. */
  private static void assertNeighboursOrdered(List<Term> terms) {
    List<Coded> coded = terms.stream().sorted(REFINED).map(Coded::new).toList();
    for (int i = 1; i < coded.size(); i++) {
      assertOrdered(coded.get(i - 1), coded.get(i));
    }
    for (int i = 2; i < coded.size(); i++) {
      assertOrdered(coded.get(i - 2), coded.get(i));
      assertOrdered(coded.get(i / 2), coded.get(i));
    }
  }

  private static void assertOrdered(Coded a, Coded b) {
    int standard = TermOrder.STANDARD.compare(a.term, b.term);
    int keys = Arrays.compareUnsigned(a.orderKey, b.orderKey);
    int codes = Arrays.compareUnsigned(a.code, b.code);
    boolean isSame = a.term.equals(b.term);
    if (Integer.signum(standard) != Integer.signum(keys)
        || (!isSame && Integer.signum(REFINED.compare(a.term, b.term)) != Integer.signum(codes))
        || (isSame && Arrays.equals(a.external, b.external) && codes != 0)) {
      fail("%s and %s: order %d, keys %d, codes %d", a, b, standard, keys, codes);
    }
  }

  /** A term with its bytes. */
  private static final class Coded {
    final Term term;
    final byte[] code;
    final byte[] orderKey;
    final byte[] external;

    Coded(Term term) {
      this.term = term;
      this.code = OrderedBytes.encode(term);
      this.orderKey = OrderedBytes.orderKey(term);
      Term decoded = OrderedBytes.decode(code);
      assertThat(decoded).isEqualTo(term);
      this.external = ExternalTermFormat.encode(term);
      if (!Arrays.equals(ExternalTermFormat.encode(decoded), external)) {
        fail("%s lost a part: %s", term, this);
      }
      Term least = OrderedBytes.decode(orderKey);
      assertThat(TermOrder.STANDARD.compare(least, term)).isZero();
      assertThat(REFINED.compare(least, term)).isNotPositive();
      assertThat(OrderedBytes.encode(least)).isEqualTo(orderKey);
      assertThat(OrderedBytes.rangeOf(term).contains(code)).isTrue();
    }

    @Override
    public String toString() {
      return term + " (" + HexFormat.of().formatHex(code) + ")";
    }
  }
}
