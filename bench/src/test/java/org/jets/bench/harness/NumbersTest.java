package org.jets.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void precise_smallNumbers_haveThreeDigits() {
    assertThat(Numbers.precise(0.000282431)).isEqualTo("0.000282");
    assertThat(Numbers.precise(0.58449)).isEqualTo("0.584");
    assertThat(Numbers.precise(0)).isEqualTo("0");
  }

  @Test
  void precise_otherNumbers_areAsInTexts() {
    for (double value : new double[] {1, 9.844, 265.33, 12_345, Double.NaN, 1 / 0.0}) {
      assertThat(Numbers.precise(value)).isEqualTo(Numbers.text(value));
    }
  }
}
