package org.jets.ets;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link LinearizabilityChecks} of tables of type set, and of steps from key to key in them. */
@Tag("lincheck")
class SetLinearizabilityTest {
  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void set_everyInterleaving_isLinearizable(Variant set) {
    LinearizabilityChecks.everyInterleaving(set, SetOperations.class, Scenarios.ofSets());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void set_underStress_isLinearizable(Variant set) {
    LinearizabilityChecks.underStress(set, SetOperations.class, Scenarios.ofSets());
  }

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void setSteps_everyInterleaving_visitPresentKeys(Variant set) {
    LinearizabilityChecks.everyInterleavingOfHashSteps(set);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void setSteps_underStress_visitPresentKeys(Variant set) {
    LinearizabilityChecks.hashStepsUnderStress(set);
  }
}
