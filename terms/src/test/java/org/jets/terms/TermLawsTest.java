package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.testkit.ScaledProperties;

/**
 * Tests of the laws of the two orders, the two equalities and the two hashes. A counterexample is
 * shrunk.
 */
@AddLifecycleHook(ScaledProperties.class)
class TermLawsTest {

  @Provide
  Arbitrary<List<Term>> pairs() {
    return TermArbitraries.relatives(2);
  }

  @Provide
  Arbitrary<List<Term>> triples() {
    return TermArbitraries.relatives(3);
  }

  @Provide
  Arbitrary<Term> terms() {
    return TermArbitraries.terms();
  }

  @Property(tries = 4000)
  void compare_nearlyEqualTerms_isAntisymmetricAndTransitive(@ForAll("triples") List<Term> triple) {
    assertTotallyOrdered(triple.get(0), triple.get(1), triple.get(2));
  }

  @Property(tries = 2000)
  void compare_anyTerms_isAntisymmetricAndTransitive(
      @ForAll("terms") Term a, @ForAll("terms") Term b, @ForAll("terms") Term c) {
    assertTotallyOrdered(a, b, c);
  }

  private static void assertTotallyOrdered(Term a, Term b, Term c) {
    for (TermOrder order : TermOrder.values()) {
      List<Term> sorted = Stream.of(a, b, c).sorted(order).toList();
      int lowMiddle = compareBothWays(order, sorted.get(0), sorted.get(1));
      int middleHigh = compareBothWays(order, sorted.get(1), sorted.get(2));
      int lowHigh = compareBothWays(order, sorted.get(0), sorted.get(2));
      assertThat(lowMiddle).isNotPositive();
      assertThat(middleHigh).isNotPositive();
      assertThat(lowHigh).as("%s of %s", order, sorted).isEqualTo(Math.min(lowMiddle, middleHigh));
    }
  }

  private static int compareBothWays(TermOrder order, Term a, Term b) {
    int sign = Integer.signum(order.compare(a, b));
    assertThat(Integer.signum(order.compare(b, a))).as("%s, %s", a, b).isEqualTo(-sign);
    return sign;
  }

  @Property(tries = 4000)
  void equals_nearlyEqualTerms_agreesWithOrdersAndHashes(@ForAll("pairs") List<Term> pair) {
    Term a = pair.get(0);
    Term b = pair.get(1);
    boolean isEqual = a.equals(b);
    assertThat(b.equals(a)).isEqualTo(isEqual);
    assertThat(TermOrder.EXACT.compare(a, b) == 0).isEqualTo(isEqual);
    assertThat(TermOrder.STANDARD.compare(a, b) == 0).isEqualTo(TermOrder.equal(a, b));
    if (isEqual) {
      assertThat(TermOrder.equal(a, b)).isTrue();
      assertThat(a).hasSameHashCodeAs(b);
      assertThat(Phash2.of(a)).isEqualTo(Phash2.of(b));
    }
  }

  @Property(tries = 2000)
  void equals_decodedCopy_isTrueWithTheSameHashes(@ForAll("terms") Term term) {
    Term copy = ExternalTermFormat.decode(ExternalTermFormat.encode(term));
    assertThat(copy).isEqualTo(term).hasSameHashCodeAs(term);
    assertThat(Phash2.of(copy)).isEqualTo(Phash2.of(term));
    assertThat(TermOrder.EXACT.compare(term, copy)).isZero();
    assertThat(TermOrder.equal(term, copy)).isTrue();
  }
}
