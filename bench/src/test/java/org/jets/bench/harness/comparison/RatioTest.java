package org.jets.bench.harness.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RatioTest {

  private static Score score(double time, double error) {
    return new Score(time, error, "ns/op", 0);
  }

  @Test
  void of_bothWithErrors_addsRelativeErrorsAsSidesOfARightAngle() {
    Ratio ratio = Ratio.of(score(30, 0.9), score(10, 0.4));

    assertThat(ratio.value()).isEqualTo(3);
    assertThat(ratio.error()).isCloseTo(0.15, within(1e-12));
    assertThat(ratio).hasToString("3.00 +-0.15");
  }

  @Test
  void ratio_speedup_isTheRivalsTimeByOurs() {
    assertThat(Goal.speedupOfAtLeast(3).ratio(score(10, 0), score(40, 0)).value()).isEqualTo(4);
  }

  @Test
  void ratio_time_isOursByTheRivals() {
    assertThat(Goal.timeOfAtMost(1.3).ratio(score(10, 0), score(40, 0)).value()).isEqualTo(0.25);
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
