package org.jets.ets;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link LinearizabilityChecks} of bags and duplicate_bags. */
@Tag("lincheck")
class BagLinearizabilityTest {
  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void bag_everyInterleaving_isLinearizable(Variant bag) {
    LinearizabilityChecks.everyInterleaving(bag, BagOperations.class, Scenarios.ofBags());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void bag_underStress_isLinearizable(Variant bag) {
    LinearizabilityChecks.underStress(bag, BagOperations.class, Scenarios.ofBags());
  }
}
