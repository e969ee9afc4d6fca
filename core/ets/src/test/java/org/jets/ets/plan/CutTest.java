package org.jets.ets.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jets.ets.KeySpecs;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;

/** Tests the places of cuts, and that their order agrees with that of terms. */
class CutTest {
  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);
  private final KeySpecs terms = new KeySpecs(random, 1);

  private Cut cut() {
    return switch (random.nextInt(8)) {
      case 0 -> Cut.BOTTOM;
      case 1 -> Cut.TOP;
      case 2, 3 -> random.nextBoolean() ? Cut.below(terms.key()) : Cut.above(terms.key());
      case 4 -> Cut.inList(some(1), random.nextBoolean());
      default -> {
        List<Term> first = some(0);
        yield Cut.inTuple(first.size() + 1 + random.nextInt(2), first, cut());
      }
    };
  }

  private List<Term> some(int atLeast) {
    List<Term> some = new ArrayList<>();
    for (int n = atLeast + random.nextInt(2); n > 0; n--) {
      some.add(terms.key());
    }
    return some;
  }

  @Test
  void compareTo_anyTwo_agreesWithTheTermsBetweenThem() {
    for (int n = 0; n < TestScale.count(100_000); n++) {
      Cut a = cut();
      Cut b = cut();
      Term term = random.nextBoolean() ? terms.key() : a.near();
      assertThat(a.isBelow(term)).as("%s %s", a, term).isNotEqualTo(a.isAbove(term));
      int order = Integer.signum(a.compareTo(b));
      assertThat(Integer.signum(b.compareTo(a))).as("%s %s", a, b).isEqualTo(-order);
      if (a.isBelow(term) && b.isAbove(term)) {
        assertThat(order).as("%s < %s < %s, -Djets.seed=%d", a, term, b, seed).isNegative();
      }
    }
  }

  @Test
  void side_terms_agreesWithTheirOrder() {
    for (int n = 0; n < TestScale.count(100_000); n++) {
      Cut cut = cut();
      Term low = terms.key();
      Term high = terms.key();
      if (TermOrder.STANDARD.compare(low, high) <= 0) {
        assertThat(cut.isBelow(low) && cut.isAbove(high))
            .as("%s =< %s, %s, -Djets.seed=%d", low, high, cut, seed)
            .isFalse();
      }
    }
  }

  @Test
  void side_beginningOfATuple_isWhereItSays() {
    Term a = ListTerm.empty();
    Cut low = Cut.inTuple(2, List.of(a), Cut.BOTTOM);
    Cut high = Cut.inTuple(2, List.of(a), Cut.TOP);
    for (int n = 0; n < TestScale.count(1_000); n++) {
      Term inside = Tuple.of(a, terms.key());
      assertThat(low.isBelow(inside) && high.isAbove(inside)).as("%s", inside).isTrue();
      assertThat(low.isBelow(Tuple.of(a)) || high.isAbove(Tuple.of(a, a, a))).isFalse();
    }
  }
}
