package org.jets.ets;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the operations of a table's map on one key are linearizable, by model checking and
 * under stress, on every store. At a reduced scale, which is for other JDKs, it uses only stress,
 * and omits maps of other libraries.
 */
@Tag("lincheck")
class TableMapLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 2;
  private static final int MODEL_INVOCATIONS = 20;
  private static final int STRESS_SCENARIOS = 4;
  private static final int STRESS_INVOCATIONS = 100;

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void map_everyInterleaving_isLinearizable(Variant set) {
    if (TestScale.isReduced()) {
      return;
    }
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .actorsPerThread(2)
        .iterations(TestScale.count(set.isOfOthers() ? 1 : MODEL_SCENARIOS))
        .invocationsPerIteration(MODEL_INVOCATIONS);
    Untraced.addTo(model);
    run(set, model);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void map_underStress_isLinearizable(Variant set) {
    if (TestScale.isReduced() && set.isOfOthers()) {
      return;
    }
    StressOptions stress = new StressOptions();
    stress
        .actorsPerThread(3)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(STRESS_INVOCATIONS);
    run(set, stress);
  }

  private static void run(Variant set, Options<?, ?> options) {
    SharedTable.workOn(set);
    options.threads(2).actorsBefore(2).actorsAfter(2).check(TableMapOperations.class);
  }
}
