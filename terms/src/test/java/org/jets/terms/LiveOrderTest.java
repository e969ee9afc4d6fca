package org.jets.terms;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the orders and the equality against a live Erlang, pair by pair. */
@ExtendWith(RandomTerms.class)
class LiveOrderTest {
  private static final int COMPARISONS = 250_000;
  private static final int GROUP = 10;
  private static final int BATCH = 100;
  private static final int LARGE_MAP = 40;

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
}
