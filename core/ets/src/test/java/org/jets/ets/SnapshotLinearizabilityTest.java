package org.jets.ets;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link LinearizabilityChecks} of snapshots of a table. */
@Tag("lincheck")
class SnapshotLinearizabilityTest {
  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void setSnapshots_everyInterleaving_areLinearizable(Variant set) {
    LinearizabilityChecks.everyInterleavingOfSnapshots(set);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void setSnapshots_underStress_areLinearizable(Variant set) {
    LinearizabilityChecks.underStress(set, SnapshotOperations.class, Scenarios.ofSnapshots());
  }
}
