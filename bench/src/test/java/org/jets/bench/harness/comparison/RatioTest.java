package org.jets.bench.harness.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Unit;
import org.junit.jupiter.api.Test;

class RatioTest {

  /** Two rounds of two samples. */
  private static Measurement around(double mean, double deviation) {
    Outcome round = new Outcome(List.of(mean - deviation, mean + deviation), List.of());
    return new Measurement(List.of(round, round));
  }

  /** A sample in each round. */
  private static Measurement singles(double... samples) {
    List<Outcome> rounds = new ArrayList<>();
    for (double sample : samples) {
      rounds.add(new Outcome(List.of(sample), List.of()));
    }
    return new Measurement(rounds);
  }

  @Test
  void of_bothWithErrors_addsRelativeErrorsAsSidesOfARightAngle() {
    Measurement dividend = around(30, 0.3);
    Measurement divisor = around(10, 0.4);

    Ratio ratio = Ratio.of(dividend, divisor);

    assertThat(ratio.value()).isCloseTo(3, within(1e-12));
    double expected = 3 * Math.hypot(dividend.error() / 30, divisor.error() / 10);
    assertThat(ratio.error()).isPositive().isCloseTo(expected, within(1e-9));
    assertThat(new Ratio(3, 0.15)).hasToString("3.00 +-0.15");
  }

  @Test
  void of_oneSampleInEachRound_isTheMedianOfTheRounds() {
    Ratio ratio = Ratio.of(singles(3, 2, 2.5), singles(1, 1, 1));

    assertThat(ratio).isEqualTo(new Ratio(2.5, 0.25));
    assertThat(Ratio.valueOf(singles(7, 1, 2))).isEqualTo(2);
  }

  @Test
  void quantile_ofFew_isBetweenTheSamples() {
    assertThat(Measurement.quantile(List.of(4.0, 1.0, 3.0, 2.0), 0.25)).isEqualTo(1.75);
    assertThat(Measurement.quantile(List.of(4.0, 1.0, 3.0, 2.0), 0.5)).isEqualTo(2.5);
    assertThat(Measurement.quantile(List.of(7.0), 0.75)).isEqualTo(7);
  }

  @Test
  void ratio_speedup_isTheRivalsTimeByOurs() {
    assertThat(ratio(Goal.speedupOfAtLeast(3), Unit.NANOS)).isEqualTo(4);
  }

  @Test
  void ratio_speedupOfRates_isOursByTheRivals() {
    assertThat(ratio(Goal.speedupOfAtLeast(3), Unit.PER_SECOND)).isEqualTo(0.25);
  }

  @Test
  void ratio_time_isOursByTheRivals() {
    assertThat(ratio(Goal.timeOfAtMost(1.3), Unit.NANOS)).isEqualTo(0.25);
  }

  private static double ratio(Goal goal, Unit unit) {
    return goal.ratio(singles(10), singles(40), unit).value();
  }

  @Test
  void verdict_eachSideOfTheLimit_saysSo() {
    assertThat(Goal.speedupOfAtLeast(3).verdict(new Ratio(3.2, 0.1))).isEqualTo("reached");
    assertThat(Goal.speedupOfAtLeast(3).verdict(new Ratio(2.8, 0.1))).isEqualTo("missed");
    assertThat(Goal.timeOfAtMost(1.3).verdict(new Ratio(1.2, 0.05))).isEqualTo("reached");
    assertThat(Goal.timeOfAtMost(1.3).verdict(new Ratio(1.4, 0.05))).isEqualTo("missed");
  }

  @Test
  void verdict_limitWithinTheError_isInDoubt() {
    assertThat(Goal.speedupOfAtLeast(3).verdict(new Ratio(3.2, 0.3))).isEqualTo("reached?");
    assertThat(Goal.timeOfAtMost(1.3).verdict(new Ratio(1.4, 0.2))).isEqualTo("missed?");
  }

  @Test
  void verdict_noGoal_isEmpty() {
    assertThat(Goal.NONE.verdict(new Ratio(5, 0))).isEmpty();
  }
}
