package org.jets.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnRatioTest {

  private static Measurement measurement(List<List<Double>> jvms) {
    return new Measurement(jvms.stream().map(rates -> new Outcome(rates, List.of())).toList());
  }

  @Test
  void of_driftThatMeetsBoth_leavesTheRatio() {
    Measurement ours = measurement(List.of(List.of(2.0, 1.0, 4.0), List.of(20.0, 10.0)));
    Measurement rival = measurement(List.of(List.of(1.0, 0.5, 2.0), List.of(10.0, 5.0)));

    assertThat(TurnRatio.of(ours, rival)).isEqualTo(new TurnRatio(2, 2, 2));
  }

  @Test
  void of_scatteredRatios_hasTheirQuartiles() {
    Measurement ours = measurement(List.of(List.of(5.0, 1.0), List.of(3.0, 2.0, 4.0)));
    Measurement rival = measurement(List.of(List.of(1.0, 1.0), List.of(1.0, 1.0, 1.0)));

    assertThat(TurnRatio.of(ours, rival)).isEqualTo(new TurnRatio(3, 2, 4));
    assertThat(TurnRatio.of(ours, rival)).hasToString("3.00 (2.00 to 4.00)");
  }

  @Test
  void of_roundsThatOneLacks_areLeftOut() {
    Measurement ours = measurement(List.of(List.of(2.0, 2.0), List.of(7.0)));
    Measurement rival = measurement(List.of(List.of(1.0)));

    assertThat(TurnRatio.of(ours, rival)).isEqualTo(new TurnRatio(2, 2, 2));
  }
}
