package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Neighbours, ends, consistent ranges, and what changes whole ranges, by model checking and under
 * stress; see {@link MapLinearizabilityTest} for what is asked of all maps.
 */
@Tag("lincheck")
class OrderedMapLinearizabilityTest {
  private static final String ORDERED = "org.jets.collections.MapUnderTest#ordered";
  private static final int MODEL_SCENARIOS = 2;
  private static final int MODEL_INVOCATIONS = 20;
  private static final int STRESS_SCENARIOS = 4;
  private static final int STRESS_INVOCATIONS = 150;

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource(ORDERED)
  void operations_everyInterleaving_areLinearizable(MapUnderTest kind) {
    if (TestScale.isReduced()) {
      return;
    }
    OrderedMapOperations.workOn(() -> kind.ofOrder(null));
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(TestScale.count(MODEL_SCENARIOS))
        .invocationsPerIteration(MapLinearizabilityTest.invocations(MODEL_INVOCATIONS));
    scenarios(kind).forEach(model::addCustomScenario);
    Untraced.addTo(model);
    model
        .checkObstructionFreedom(kind.has(MapUnderTest.Trait.LOCK_FREE))
        .check(OrderedMapOperations.class);
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void operations_underStress_areLinearizable(MapUnderTest kind) {
    OrderedMapOperations.workOn(() -> kind.ofOrder(null));
    StressOptions stress = new StressOptions();
    stress
        .threads(2)
        .actorsPerThread(4)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(MapLinearizabilityTest.invocations(STRESS_INVOCATIONS));
    stress.check(OrderedMapOperations.class);
  }

  private static List<ExecutionScenario> scenarios(MapUnderTest kind) {
    List<ExecutionScenario> all = new ArrayList<>();
    all.add(scenario(List.of("range 0", "higher 1"), List.of("put 2 1", "remove 4")));
    all.add(scenario(List.of("pollFirst", "pollFirst"), List.of("put 0 2", "range 0")));
    if (kind.has(MapUnderTest.Trait.EXACT_SIZE)) {
      all.add(scenario(List.of("size", "put 5 1"), List.of("pollFirst", "put 2 1")));
    }
    if (kind.has(MapUnderTest.Trait.ATOMIC_RANGES)) {
      all.add(scenario(List.of("addToRange 0 4"), List.of("put 3 2", "range 0")));
      all.add(scenario(List.of("clearRange 0 4"), List.of("floor 3", "range 0")));
      all.add(scenario(List.of("putTwo 0 5 2"), List.of("range 0", "higher 4")));
      all.add(scenario(List.of("putTwo 1 4 2"), List.of("addToRange 0 5", "last")));
    }
    return all;
  }

  private static ExecutionScenario scenario(List<String> one, List<String> other) {
    Class<?> type = OrderedMapOperations.class;
    return new ExecutionScenario(
        List.of(),
        List.of(
            MapScenarios.ops(type, one.toArray(String[]::new)),
            MapScenarios.ops(type, other.toArray(String[]::new))),
        MapScenarios.ops(type, "range 0"),
        null);
  }
}
