package org.jets.bench.radix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
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
        .invocationsPerIteration(MODEL_INVOCATIONS);
    scenarios().forEach(model::addCustomScenario);
    model.check(RadixTreeOperations.class);
  }

  @Test
  void operations_underStress_areLinearizable() {
    StressOptions stress = new StressOptions();
    stress
        .threads(2)
        .actorsPerThread(4)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(STRESS_INVOCATIONS);
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
    all.add(scenario(List.of("clear", "put 3 2"), List.of("put 4 1", "merge 4 1")));
    return all;
  }

  private static ExecutionScenario scenario(List<String> one, List<String> other) {
    List<Actor> after =
        Stream.of("first", "last").map(RadixTreeLinearizabilityTest::actor).toList();
    return new ExecutionScenario(List.of(), List.of(actors(one), actors(other)), after, null);
  }

  private static List<Actor> actors(List<String> calls) {
    return calls.stream().map(RadixTreeLinearizabilityTest::actor).toList();
  }

  /** An operation and its arguments, with spaces between them. */
  private static Actor actor(String call) {
    String[] words = call.split(" ", -1);
    Object[] arguments = Stream.of(words).skip(1).map(Integer::valueOf).toArray();
    Class<?>[] types = Collections.nCopies(arguments.length, int.class).toArray(Class<?>[]::new);
    try {
      return new Actor(RadixTreeOperations.class.getMethod(words[0], types), List.of(arguments));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(call, e);
    }
  }
}
