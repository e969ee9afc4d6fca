package org.jets.bench.rivals;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of the maps of papers, by model checking and under stress. */
@Tag("lincheck")
class RivalsLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 2;
  private static final int MODEL_INVOCATIONS = 40;
  private static final int STRESS_SCENARIOS = 4;
  private static final int STRESS_INVOCATIONS = 150;

  @ParameterizedTest
  @ValueSource(
      classes = {
        RivalOperations.OfLazySkipList.class,
        RivalOperations.OfOptimisticAvl.class,
        RivalOperations.OfMichael.class
      })
  void operations_everyInterleaving_areLinearizable(Class<?> operations) {
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(TestScale.count(MODEL_SCENARIOS))
        .invocationsPerIteration(MODEL_INVOCATIONS);
    scenarios(operations).forEach(model::addCustomScenario);
    model.check(operations);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        RivalOperations.OfLazySkipList.class,
        RivalOperations.OfOptimisticAvl.class,
        RivalOperations.OfMichael.class
      })
  void operations_underStress_areLinearizable(Class<?> operations) {
    StressOptions stress = new StressOptions();
    stress
        .threads(2)
        .actorsPerThread(4)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(STRESS_INVOCATIONS);
    stress.check(operations);
  }

  private static List<ExecutionScenario> scenarios(Class<?> operations) {
    List<List<List<String>>> all = new ArrayList<>();
    // An insertion behind a node that is removed.
    all.add(List.of(List.of("put 2 2", "get 2"), List.of("remove 1", "get 2")));
    // Two insertions at one place.
    all.add(List.of(List.of("putIfAbsent 2 1", "get 2"), List.of("putIfAbsent 2 2", "get 2")));
    // A key that goes and comes again beside a lookup and an update.
    all.add(List.of(List.of("remove 1", "put 1 2"), List.of("get 1", "replace 1 1")));
    // Removals of neighbours.
    all.add(List.of(List.of("remove 1", "get 3"), List.of("remove 3", "get 1")));
    // A lookup on its way through a node that an insertion rotates down.
    all.add(List.of(List.of("put 4 2", "get 1"), List.of("get 3", "get 4")));
    // Each reads what the other has written.
    all.add(List.of(List.of("put 0 1", "get 4"), List.of("put 4 1", "get 0")));
    return all.stream().map(threads -> scenario(operations, threads)).toList();
  }

  private static ExecutionScenario scenario(Class<?> operations, List<List<String>> threads) {
    List<List<Actor>> parallel =
        threads.stream()
            .map(calls -> calls.stream().map(call -> actor(operations, call)).toList())
            .toList();
    List<Actor> after = Stream.of("get 1", "get 2").map(call -> actor(operations, call)).toList();
    return new ExecutionScenario(List.of(), parallel, after, null);
  }

  /** An operation and its arguments, with spaces between them. */
  private static Actor actor(Class<?> operations, String call) {
    String[] words = call.split(" ", -1);
    Object[] arguments = Stream.of(words).skip(1).map(Integer::valueOf).toArray();
    Class<?>[] types = Collections.nCopies(arguments.length, int.class).toArray(Class<?>[]::new);
    try {
      return new Actor(operations.getMethod(words[0], types), List.of(arguments));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(call, e);
    }
  }
}
