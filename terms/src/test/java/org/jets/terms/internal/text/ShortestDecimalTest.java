package org.jets.terms.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jets.terms.RandomTerms;
import org.jets.terms.TermGenerator;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of the definition by trial: no shorter decimal reads back, and no closer one of the same
 * length.
 */
@ExtendWith(RandomTerms.class)
class ShortestDecimalTest {

  @Test
  void of_powersOfTwoAndNeighbours_isShortestAndClosest() {
    for (int power = -1074; power <= Double.MAX_EXPONENT; power++) {
      double value = Math.scalb(1.0, power);
      verify(value);
      verify(Math.nextUp(value));
      if (power > -1074) {
        verify(Math.nextDown(value));
      }
    }
    verify(Double.MAX_VALUE);
  }

  @Test
  void of_randomDoubles_isShortestAndClosest(TermGenerator terms) {
    for (int i = 0; i < TestScale.count(20_000); i++) {
      double any = Math.abs(Double.longBitsToDouble(terms.random().nextLong()));
      verify(Double.isFinite(any) && any > 0 ? any : 1);
      verify(Math.scalb(1.0 + terms.random().nextInt(1000), terms.random().nextInt(120) - 60));
      verify(Double.longBitsToDouble(1 + terms.random().nextInt(5000)));
    }
  }

  private static void verify(double value) {
    ShortestDecimal shortest = ShortestDecimal.of(value);
    BigDecimal decimal = BigDecimal.valueOf(shortest.digits(), -shortest.exponent());
    BigDecimal exact = new BigDecimal(value);
    int length = Long.toString(shortest.digits()).length();
    assertThat(decimal.doubleValue()).isEqualTo(value);
    assertThat(shortest.digits() % 10).as("%s", shortest).isNotZero();
    if (length > 1) {
      assertThat(readsBack(exact, length - 1, RoundingMode.FLOOR, value)).isFalse();
      assertThat(readsBack(exact, length - 1, RoundingMode.CEILING, value)).isFalse();
    }
    for (RoundingMode mode : new RoundingMode[] {RoundingMode.FLOOR, RoundingMode.CEILING}) {
      if (readsBack(exact, length, mode, value)) {
        BigDecimal other = exact.round(new MathContext(length, mode));
        assertThat(exact.subtract(decimal).abs())
            .as("%s beside %s", decimal, other)
            .isLessThanOrEqualTo(exact.subtract(other).abs());
      }
    }
  }

  private static boolean readsBack(BigDecimal exact, int length, RoundingMode mode, double value) {
    return exact.round(new MathContext(length, mode)).doubleValue() == value;
  }
}
