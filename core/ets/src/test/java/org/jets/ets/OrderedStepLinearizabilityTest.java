package org.jets.ets;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link LinearizabilityChecks} of steps from key to key in an ordered_set. */
@Tag("lincheck")
class OrderedStepLinearizabilityTest {
  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void orderedSetSteps_everyInterleaving_areLinearizable(Variant orderedSet) {
    LinearizabilityChecks.everyInterleaving(
        orderedSet, OrderedStepOperations.class, Scenarios.ofOrderedSteps());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void orderedSetSteps_underStress_areLinearizable(Variant orderedSet) {
    LinearizabilityChecks.underStress(
        orderedSet, OrderedStepOperations.class, Scenarios.ofOrderedSteps());
  }
}
