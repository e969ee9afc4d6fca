package org.jets.collections;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ranges, snapshots, neighbours and sizes among updates that split and join leaves: all take effect
 * at one moment, and a thread gets on whose rivals stand still.
 */
@Tag("lincheck")
class LockFreeTreeLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 12;
  private static final int MODEL_INVOCATIONS = 60;
  private static final int STRESS_SCENARIOS = 8;
  private static final int STRESS_INVOCATIONS = 300;

  /** A loop over all leaves is not to be taken for one that waits. */
  private static final int LONGEST_LOOP = 100;

  @Tag("model-checking")
  @Test
  void operations_everyInterleaving_areLinearizableAndObstructionFree() {
    if (TestScale.isReduced()) {
      return;
    }
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .threads(2)
        .actorsBefore(4)
        .actorsPerThread(2)
        .actorsAfter(2)
        .iterations(TestScale.count(MODEL_SCENARIOS))
        .invocationsPerIteration(TestScale.count(MODEL_INVOCATIONS));
    model.loopIterationsBeforeThreadSwitch(LONGEST_LOOP).loopBound(5 * LONGEST_LOOP);
    Untraced.addTo(model);
    model.checkObstructionFreedom(true).check(LockFreeTreeOperations.class);
  }

  @Test
  void operations_underStress_areLinearizable() {
    StressOptions stress = new StressOptions();
    stress
        .threads(2)
        .actorsBefore(4)
        .actorsPerThread(4)
        .actorsAfter(2)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(TestScale.count(STRESS_INVOCATIONS))
        .check(LockFreeTreeOperations.class);
  }
}
