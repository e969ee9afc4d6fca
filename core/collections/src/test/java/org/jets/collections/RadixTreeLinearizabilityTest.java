package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operations of a radix tree, by model checking and under stress. */
@Tag("lincheck")
class RadixTreeLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 6;
  private static final int MODEL_INVOCATIONS = 60;
  private static final int STRESS_SCENARIOS = 6;
  private static final int STRESS_INVOCATIONS = 150;

  @Test
  void operations_everyInterleaving_areLinearizable() {
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(TestScale.count(MODEL_SCENARIOS))
        .invocationsPerIteration(MapLinearizabilityTest.invocations(MODEL_INVOCATIONS));
    scenarios().forEach(model::addCustomScenario);
    MapLinearizabilityTest.ignoreStackRoom(model);
    model.check(RadixTreeOperations.class);
  }

  @Test
  void operations_underStress_areLinearizable() {
    StressOptions stress = new StressOptions();
    stress
        .threads(2)
        .actorsPerThread(4)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(MapLinearizabilityTest.invocations(STRESS_INVOCATIONS));
    stress.check(RadixTreeOperations.class);
  }

  private static List<ExecutionScenario> scenarios() {
    List<ExecutionScenario> all = new ArrayList<>();
    // A prefix is split above a node that a search goes through.
    all.add(scenario(List.of("put 1 2", "higher 1"), List.of("put 0 1", "higher 0")));
    // Two removals, the second of which joins nodes that the first has left.
    all.add(scenario(List.of("remove 2", "get 3"), List.of("remove 5", "floor 6")));
    // A leaf is pushed down, with a value that changes.
    all.add(scenario(List.of("put 4 2", "get 3"), List.of("put 3 2", "removeMapping 3 2")));
    // The smallest key comes and goes where a search has found none.
    all.add(scenario(List.of("put 1 1", "remove 1", "put 6 2"), List.of("first", "floor 6")));
    all.add(scenario(List.of("clear", "put 3 2"), List.of("put 4 1", "merge 4")));
    return all;
  }

  private static ExecutionScenario scenario(List<String> one, List<String> other) {
    Class<?> type = RadixTreeOperations.class;
    return new ExecutionScenario(
        List.of(),
        List.of(
            MapScenarios.ops(type, one.toArray(String[]::new)),
            MapScenarios.ops(type, other.toArray(String[]::new))),
        MapScenarios.ops(type, "first", "lastInView"),
        null);
  }
}
