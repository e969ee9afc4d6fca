package org.jets.collections;

import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation that promises to take effect at one moment, in tables that grow and shrink
 * meanwhile. It runs by model checking (interleavings tried one by one) and under stress. What a
 * call returns when nothing runs beside it is the specification. Of maps that are lock-free it is
 * shown that a thread gets on whose rivals stand still.
 *
 * <p>Scenarios are random ones, many more at a larger {@code jets.scale}, and for the model checker
 * {@link MapScenarios}. A larger scale also tries more interleavings of each. A reduced one, which
 * is for other JDKs, omits the model checker, whose interleavings are the same on all.
 */
@Tag("lincheck")
class MapLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 4;
  private static final int MODEL_INVOCATIONS = 30;
  private static final int STRESS_SCENARIOS = 6;
  private static final int STRESS_INVOCATIONS = 150;
  private static final int MOST_TIMES_INVOCATIONS = 4;

  /** A loop over all buckets, or all locks, is not to be taken for one that waits. */
  private static final int LONGEST_LOOP = 100;

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#linearizable")
  void operations_everyInterleaving_areLinearizable(MapUnderTest kind) {
    if (TestScale.isReduced()) {
      return;
    }
    MapOperations.workOn(kind::ofLongs);
    ModelCheckingOptions model = model(kind);
    List<ExecutionScenario> written = MapScenarios.of(kind.has(MapUnderTest.Trait.EXACT_SIZE));
    written
        .subList(0, Math.min(written.size(), TestScale.count(written.size())))
        .forEach(model::addCustomScenario);
    run(model);
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#linearizable")
  void operations_underStress_areLinearizable(MapUnderTest kind) {
    MapOperations.workOn(kind::ofLongs);
    StressOptions stress = new StressOptions();
    stress
        .actorsPerThread(4)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(invocations(STRESS_INVOCATIONS));
    run(stress);
  }

  private static ModelCheckingOptions model(MapUnderTest kind) {
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .actorsPerThread(2)
        .iterations(TestScale.count(MODEL_SCENARIOS))
        .invocationsPerIteration(invocations(MODEL_INVOCATIONS));
    model.loopIterationsBeforeThreadSwitch(LONGEST_LOOP).loopBound(5 * LONGEST_LOOP);
    Untraced.addTo(model);
    return model.checkObstructionFreedom(kind.has(MapUnderTest.Trait.LOCK_FREE));
  }

  private static void run(Options<?, ?> options) {
    options.threads(2).actorsBefore(3).actorsAfter(2).check(MapOperations.class);
  }

  /** More at a larger scale, up to a number from where more scenarios show more. */
  static int invocations(int normal) {
    int most = MOST_TIMES_INVOCATIONS * normal;
    return Math.max(normal / 5, Math.min(most, TestScale.count(normal)));
  }
}
