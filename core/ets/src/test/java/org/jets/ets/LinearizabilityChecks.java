package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;

/**
 * The checks of each linearizable operation, on every store, by model checking (interleavings tried
 * one by one) and under stress. The specification is the sequential result of a call. It covers the
 * deletion of the table: a concurrent call takes effect before it, or fails. The model checker
 * shows this for each operation.
 *
 * <p>Steps from key to key without an order have weaker guarantees: see {@link HashStepVerifier}.
 * {@code size}, {@code tab2list} and streams are not snapshots. For them the test shows that the
 * size is right at rest ({@link SharedTable#validate}), and that they fail from the deletion on.
 *
 * <p>Some scenarios are random, many more at a larger {@code jets.scale}; others are written, since
 * random ones rarely reach them. There are fewer on stores that are no default, and the fewest on
 * maps of other libraries. A larger scale also tries more interleavings of each, up to four times
 * as many. A reduced one, which is for other JDKs, omits maps of other libraries, and the model
 * checker, whose interleavings are the same on all.
 */
final class LinearizabilityChecks {
  private static final int MODEL_SCENARIOS = 3;
  private static final int MODEL_INVOCATIONS = 20;
  private static final int STRESS_SCENARIOS = 3;
  private static final int STRESS_INVOCATIONS = 100;

  private static final int MOST_TIMES_INVOCATIONS = 4;

  /** The divisor of the written scenarios at scale 1, for all stores of a type except one. */
  private static final int WRITTEN_SHARE = 6;

  /**
   * The longest loop of a snapshot, so that a loop over the slots of a map does not count as
   * waiting.
   */
  private static final int LONGEST_LOOP = 500;

  /**
   * The number of steps from which on a loop counts as endless. It is more than {@link
   * #LONGEST_LOOP}, since a loop that waits for the other thread must reach that first, and let the
   * thread run.
   */
  private static final int ENDLESS_LOOP = 5 * LONGEST_LOOP;

  private LinearizabilityChecks() {}

  /** Checks the calls of these operations, and the deletion of the table beside them. */
  static void everyInterleaving(
      Variant variant, Class<?> operations, List<ExecutionScenario> written) {
    SharedTable.workOn(variant);
    ModelCheckingOptions model = model(variant, share(written, variant));
    share(Scenarios.besideDeletion(operations), variant).forEach(model::addCustomScenario);
    run(model, operations);
  }

  /** Checks the steps from key to key by {@link HashStepVerifier}. */
  static void everyInterleavingOfHashSteps(Variant set) {
    SharedTable.workOn(set);
    ModelCheckingOptions model = model(set, share(Scenarios.ofHashSteps(), set));
    run(model.verifier(HashStepVerifier.class), HashStepOperations.class);
  }

  /** Checks the snapshots of tables. */
  static void everyInterleavingOfSnapshots(Variant set) {
    SharedTable.workOn(set);
    ModelCheckingOptions model = model(set, share(Scenarios.ofSnapshots(), set));
    model.loopIterationsBeforeThreadSwitch(LONGEST_LOOP).loopBound(ENDLESS_LOOP);
    run(model, SnapshotOperations.class);
  }

  /** Checks these operations with threads that run at once. */
  static void underStress(Variant variant, Class<?> operations, List<ExecutionScenario> written) {
    if (isOmitted(variant)) {
      return;
    }
    SharedTable.workOn(variant);
    run(stress(variant, share(written, variant)), operations);
  }

  /** As {@link #underStress}, by {@link HashStepVerifier}. */
  static void hashStepsUnderStress(Variant set) {
    if (isOmitted(set)) {
      return;
    }
    SharedTable.workOn(set);
    StressOptions stress = stress(set, share(Scenarios.ofHashSteps(), set));
    run(stress.verifier(HashStepVerifier.class), HashStepOperations.class);
  }

  private static ModelCheckingOptions model(Variant variant, List<ExecutionScenario> directed) {
    ModelCheckingOptions options = new ModelCheckingOptions();
    options
        .actorsPerThread(2)
        .iterations(randomScenarios(variant, MODEL_SCENARIOS))
        .invocationsPerIteration(invocations(MODEL_INVOCATIONS));
    Untraced.addTo(options);
    directed.forEach(options::addCustomScenario);
    return options;
  }

  private static StressOptions stress(Variant variant, List<ExecutionScenario> directed) {
    StressOptions options = new StressOptions();
    options
        .actorsPerThread(3)
        .iterations(randomScenarios(variant, STRESS_SCENARIOS))
        .invocationsPerIteration(invocations(STRESS_INVOCATIONS));
    directed.forEach(options::addCustomScenario);
    return options;
  }

  private static int randomScenarios(Variant variant, int most) {
    return TestScale.count(variant.isOfOthers() ? 1 : runsAll(variant) ? most : most - 1);
  }

  /** Returns whether the store is the default of its type. The two bags differ in no step. */
  private static boolean runsAll(Variant variant) {
    return variant.type() != TableType.DUPLICATE_BAG
        && variant.backend() == TableOptions.of(variant.type()).backend();
  }

  /**
   * Returns all scenarios for the default store of this type, and a share of them for each other
   * store. There are more at a larger scale and fewer at a smaller one.
   */
  private static List<ExecutionScenario> share(List<ExecutionScenario> all, Variant variant) {
    int size = runsAll(variant) ? all.size() : (all.size() + WRITTEN_SHARE - 1) / WRITTEN_SHARE;
    int count = Math.min(all.size(), TestScale.count(size));
    int turn = List.of(Backend.values()).indexOf(variant.backend());
    List<ExecutionScenario> share = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      share.add(all.get((turn * size + i) % all.size()));
    }
    return share;
  }

  /** Returns whether tests on other JDKs omit the store. */
  private static boolean isOmitted(Variant variant) {
    return TestScale.isReduced() && variant.isOfOthers();
  }

  private static int invocations(int normal) {
    int most = MOST_TIMES_INVOCATIONS * normal;
    return Math.max(normal / 5, Math.min(most, TestScale.count(normal)));
  }

  private static void run(ModelCheckingOptions model, Class<?> operations) {
    if (!TestScale.isReduced()) {
      run((Options<?, ?>) model, operations);
    }
  }

  private static void run(Options<?, ?> options, Class<?> operations) {
    options.threads(2).actorsBefore(1).actorsAfter(2).check(operations);
  }
}
