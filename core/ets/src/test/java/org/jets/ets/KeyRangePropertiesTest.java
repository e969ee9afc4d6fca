package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.ScaledProperties;

/**
 * Compares the objects of a range of an ordered_set with those that a scan of all objects finds.
 */
@AddLifecycleHook(ScaledProperties.class)
class KeyRangePropertiesTest {

  @Property(tries = 200)
  void stream_anyRange_hasTheObjectsWhoseKeysTheRangeContains(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 50) Integer> keys,
      @ForAll @IntRange(min = 0, max = 50) int lower,
      @ForAll @IntRange(min = 0, max = 50) int upper) {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", TableOptions.orderedSet());
      keys.forEach(key -> table.insert(Tuple.of(number(key))));
      Term from = number(Math.min(lower, upper));
      Term to = number(Math.max(lower, upper));

      check(table, KeyRange.closed(from, to), key -> order(from, key) <= 0 && order(key, to) <= 0);
      check(table, KeyRange.greaterThan(from), key -> order(from, key) < 0);
      check(table, KeyRange.lessThan(to), key -> order(key, to) < 0);
      for (BiFunction<Term, Term, KeyRange> halfOpen :
          List.<BiFunction<Term, Term, KeyRange>>of(KeyRange::closedOpen, KeyRange::openClosed)) {
        KeyRange range = halfOpen.apply(from, to);
        check(table, range, range::contains);
      }
    }
  }

  private static void check(EtsTable table, KeyRange range, Predicate<Term> expected) {
    assertThat(table.stream(range).toList())
        .isEqualTo(table.stream().filter(object -> expected.test(object.element(1))).toList());
  }

  /** Returns a number of halves, as a float if possible: {@code 1} and {@code 1.0} are one key. */
  private static Term number(int halves) {
    return halves % 4 == 0 ? IntegerTerm.of(halves / 2) : FloatTerm.of(halves / 2.0);
  }

  private static int order(Term a, Term b) {
    return TermOrder.STANDARD.compare(a, b);
  }
}
