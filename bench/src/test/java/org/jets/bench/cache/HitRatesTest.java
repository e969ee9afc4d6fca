package org.jets.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HitRatesTest {
  private static final int LENGTH = 400_000;
  private static final int LEAST_LENGTH = 200_000;
  private static final double SHARE = 0.95;

  /** A difference that does not count, since both policies decide at random now and then. */
  private static final double LITTLE = 0.02;

  @ParameterizedTest
  @EnumSource
  void of_trace_isNearCaffeines(Trace trace) {
    int[] keys = trace.keys(Math.max(LEAST_LENGTH, TestScale.count(LENGTH)));
    for (int most : new int[] {500, 1_000, 5_000}) {
      HitRates rates = HitRates.of(keys, most);
      assertThat(rates.table())
          .as("%s, at most %d, %s", trace, most, rates)
          .isGreaterThanOrEqualTo(SHARE * rates.caffeine() - LITTLE);
    }
  }
}
