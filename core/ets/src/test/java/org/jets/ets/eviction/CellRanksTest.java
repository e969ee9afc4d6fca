package org.jets.ets.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import org.jets.ets.TableType;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.StoreConfig;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

class CellRanksTest {
  private static final CellRanks RANKS =
      new CellRanks(
          new StoreConfig(Reference.of(a("n"), 0, 1), TableType.SET, 1, Concurrency.UNNAMED),
          new CellBytes(1, false),
          true);

  /** Returns an object of more parts than are counted. */
  private static Tuple huge() {
    Term term = i(0);
    for (int n = 0; n < 24; n++) {
      term = Tuple.of(term, term);
    }
    return Tuple.of(i(1), term);
  }

  @Test
  void of_smallObjectAfterOneOfTheLargestWeight_hasItsOwnWeight() {
    Tuple small = t(1, "small");
    RankedCell before = RANKS.of(i(1), null, huge());
    assertThat(before.weight()).isEqualTo((long) Integer.MAX_VALUE << 3);
    long weight = RANKS.of(i(1), before, small).weight();
    assertThat(weight).isPositive().isEqualTo(RANKS.of(i(1), null, small).weight());
  }

  @Test
  void weight_bytesBelowZeroOrAboveAllInts_isTheNearest() {
    assertThat(new RankedCell("cell", 0, -(1L << 40) + 80).weight()).isZero();
    assertThat(new RankedCell("cell", 0, 1L << 50).weight())
        .isEqualTo((long) Integer.MAX_VALUE << 3);
  }
}
