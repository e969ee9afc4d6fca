package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of laws that hold for all terms, on random terms that differ little. */
@ExtendWith(RandomTerms.class)
class TermPropertiesTest {
  private static final int GROUP = 8;

  @Test
  void compare_anyThreeTerms_isATotalOrder(TermGenerator terms) {
    for (int i = TestScale.count(800); i > 0; i--) {
      List<Term> group = terms.relatives(GROUP);
      for (TermOrder order : TermOrder.values()) {
        for (Term a : group) {
          for (Term b : group) {
            int ab = Integer.signum(order.compare(a, b));
            assertThat(Integer.signum(order.compare(b, a))).as("%s, %s", a, b).isEqualTo(-ab);
            for (Term c : group) {
              int bc = Integer.signum(order.compare(b, c));
              if (ab * bc >= 0) {
                // If a comparison is not "equal", the comparison of a with c has its sign.
                int ac = Integer.signum(order.compare(a, c));
                assertThat(ac).as("%s, %s, %s", a, b, c).isEqualTo(ab != 0 ? ab : bc);
              }
            }
          }
        }
      }
    }
  }

  @Test
  void equals_anyTwoTerms_agreesWithOrdersAndHashes(TermGenerator terms) {
    for (int i = TestScale.count(5_000); i > 0; i--) {
      List<Term> group = terms.relatives(GROUP);
      for (Term a : group) {
        for (Term b : group) {
          boolean equal = a.equals(b);
          assertThat(b.equals(a)).as("%s, %s", a, b).isEqualTo(equal);
          assertThat(TermOrder.EXACT.compare(a, b) == 0).as("%s, %s", a, b).isEqualTo(equal);
          if (equal) {
            assertThat(TermOrder.equal(a, b)).as("%s, %s", a, b).isTrue();
            assertThat(a.hashCode()).as("%s, %s", a, b).isEqualTo(b.hashCode());
            assertThat(Phash2.of(a)).as("%s, %s", a, b).isEqualTo(Phash2.of(b));
          }
        }
      }
    }
  }

  @Test
  void equals_copyInOtherClasses_isTrue(TermGenerator terms) {
    for (int i = TestScale.count(5_000); i > 0; i--) {
      Term term = terms.term();
      Term copy = terms.copy(term);
      assertThat(copy).isEqualTo(term).hasSameHashCodeAs(term).hasToString(term.toString());
    }
  }

  @Test
  void of_toJava_isTheTermAgain(TermGenerator terms) {
    for (int i = TestScale.count(5_000); i > 0; i--) {
      Term term = terms.term();
      assertThat(Term.of(term.toJava())).isEqualTo(term);
    }
  }

  @Test
  void hashCode_manyTerms_rarelyCollides(TermGenerator terms) {
    List<Term> distinct = Stream.generate(terms::term).limit(50_000).distinct().toList();
    long hashes = distinct.stream().mapToInt(Term::hashCode).distinct().count();
    // Of n random hashes of 32 bits about n * n / 2^33 pairs collide, which is less than one here.
    assertThat(distinct.size() - hashes).isLessThan(20);
  }
}
