package org.jets.bench.harness.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyRateTest {
  private static final SteadyRate RULE = new SteadyRate(4, 0.03);

  private static List<Double> rates(int times, double rate) {
    return Collections.nCopies(times, rate);
  }

  private static List<Double> then(List<Double> first, List<Double> second) {
    List<Double> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  @Test
  void isSteady_fewerThanTwoWindows_isFalse() {
    assertThat(RULE.isSteady(rates(7, 5))).isFalse();
    assertThat(RULE.isSteady(rates(8, 5))).isTrue();
  }

  @Test
  void isSteady_mediansWithinTheTolerance_isTrue() {
    assertThat(RULE.isSteady(then(rates(4, 100), rates(4, 103)))).isTrue();
    assertThat(RULE.isSteady(then(rates(4, 103), rates(4, 100)))).isTrue();
  }

  @Test
  void isSteady_rateStillGrows_isFalse() {
    assertThat(RULE.isSteady(then(rates(4, 100), rates(4, 104)))).isFalse();
  }

  @Test
  void isSteady_rateFell_isFalse() {
    assertThat(RULE.isSteady(then(rates(4, 104), rates(4, 100)))).isFalse();
  }

  @Test
  void isSteady_onePauseOfTheCollector_isStillTrue() {
    assertThat(RULE.isSteady(then(rates(4, 100), List.of(100.0, 3.0, 100.0, 100.0)))).isTrue();
  }

  @Test
  void isSteady_earlierSlices_doNotCount() {
    assertThat(RULE.isSteady(then(rates(20, 7), rates(8, 100)))).isTrue();
  }

  @Test
  void slicesToSteadyState_slowStart_isItsLength() {
    assertThat(RULE.slicesToSteadyState(then(rates(10, 7), rates(30, 100)), 20)).isBetween(8, 10);
  }

  @Test
  void slicesToSteadyState_steadyFromTheBeginning_isZero() {
    assertThat(RULE.slicesToSteadyState(rates(30, 100), 20)).isZero();
  }

  @Test
  void slicesToSteadyState_busyHostLater_doesNotCount() {
    List<Double> rates = then(then(rates(10, 7), rates(10, 100)), rates(10, 50));

    assertThat(RULE.slicesToSteadyState(then(rates, rates(20, 100)), 20)).isBetween(8, 10);
  }

  @Test
  void slicesToSteadyState_fasterAtFirst_isZero() {
    assertThat(RULE.slicesToSteadyState(then(rates(10, 120), rates(30, 100)), 20)).isZero();
  }
}
