package org.jets.terms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.terms.ordered.OrderedBytes;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the orders and the equality against a live Erlang, pair by pair. */
@ExtendWith(RandomTerms.class)
class LiveOrderTest {
  private static final int COMPARISONS = 250_000;
  private static final int ORDER_KEY_COMPARISONS = 20_000;
  private static final int GROUP = 10;
  private static final int BATCH = 100;
  private static final int LARGE_MAP = 40;

  private static final Comparator<Term> BY_ORDER_KEY =
      Comparator.comparing(OrderedBytes::orderKey, Arrays::compareUnsigned);

  @LiveErlangTest
  void compareAndEquals_relatedTerms_areAsInErlang(ErlangOracle oracle, TermGenerator terms) {
    int groups = TestScale.count(COMPARISONS / (GROUP * GROUP));
    for (int done = 0; done < groups; done += BATCH) {
      List<List<Term>> batch = new ArrayList<>();
      for (int i = done; i < Math.min(groups, done + BATCH); i++) {
        batch.add(OracleTerms.accepted(oracle, terms.relatives(GROUP)));
      }
      OracleTerms.assertSameOrder(oracle, batch);
    }
  }

  @LiveErlangTest
  void orderKeys_relatedTerms_areOrderedAsInErlang(ErlangOracle oracle, TermGenerator terms) {
    List<List<Term>> groups = new ArrayList<>();
    for (int i = TestScale.count(ORDER_KEY_COMPARISONS / (GROUP * GROUP)); i > 0; i--) {
      groups.add(OracleTerms.accepted(oracle, terms.relatives(GROUP)));
    }
    OracleTerms.assertSameOrder(oracle, groups, BY_ORDER_KEY);
  }

  @LiveErlangTest
  void orderKeys_numbers_areOrderedAsInErlang(ErlangOracle oracle, TermGenerator terms) {
    List<List<Term>> groups = new ArrayList<>();
    for (int i = TestScale.count(ORDER_KEY_COMPARISONS / (GROUP * GROUP)); i > 0; i--) {
      List<Term> numbers = new ArrayList<>(List.of(terms.integer(), terms.real()));
      while (numbers.size() < GROUP) {
        Term near = terms.nearlyEqual(numbers.get(terms.random().nextInt(numbers.size())));
        numbers.add(near);
      }
      groups.add(OracleTerms.accepted(oracle, numbers));
    }
    OracleTerms.assertSameOrder(oracle, groups, BY_ORDER_KEY);
  }

  @LiveErlangTest
  void compareAndEquals_largeMapsWithReferencesOfOneWord_areAsInErlangThatKeepsThem(
      ErlangOracle oracle) {
    List<Term> maps = new ArrayList<>();
    for (int n = 0; n < GROUP; n++) {
      List<Term> keysAndValues = new ArrayList<>();
      for (int key = 0; key < LARGE_MAP; key++) {
        keysAndValues.add(IntegerTerm.of(key));
        keysAndValues.add(Atom.OK);
      }
      keysAndValues.add(Reference.of(Atom.of("a@b"), 1, 7));
      keysAndValues.add(IntegerTerm.of(n / 2));
      maps.add(MapTerm.of(keysAndValues.toArray(new Term[0])));
    }
    OracleTerms.assertSameOrder(oracle, List.of(OracleTerms.accepted(oracle, maps)));
  }

  @LiveErlangTest
  void compare_equalValuesBeforeMapsInMapsOfTwoAtoms_isAsInErlangThatOrdersAtoms(
      ErlangOracle oracle, TermGenerator terms) {
    String name = "atom " + terms.random().nextLong();
    Atom first = Atom.of("a" + name);
    Atom second = Atom.of("b" + name);
    // The node sees the second atom first.
    oracle.ask("phash2/1", List.of(ExternalTermFormat.encode(second)));
    List<Term> maps = new ArrayList<>();
    for (Term value : List.of(IntegerTerm.of(1), FloatTerm.of(1))) {
      for (Atom key : List.of(first, second)) {
        maps.add(MapTerm.of(first, value, second, MapTerm.of(key, value)));
        maps.add(MapTerm.of(first, value, second, Tuple.of(MapTerm.of(key, value))));
      }
    }
    OracleTerms.assertSameOrder(oracle, List.of(OracleTerms.accepted(oracle, maps)));
  }
}
