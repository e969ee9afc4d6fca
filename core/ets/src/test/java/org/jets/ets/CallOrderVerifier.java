package org.jets.ets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.kotlinx.lincheck.util.LincheckResult;
import org.jetbrains.kotlinx.lincheck.util.ValueResult;
import org.jetbrains.lincheck.datastructures.verifier.CachedVerifier;

/**
 * A verifier that searches for an order of the calls which explains their results. A call that
 * returned before another began comes first. The calls before the threads begin, those of the
 * threads, and those after their end are searched one after the other, each from all states in
 * which the earlier ones can end.
 *
 * @param <S> the state of a table
 */
abstract class CallOrderVerifier<S> extends CachedVerifier {
  private final S empty;

  /**
   * @param empty the state of a new table
   */
  CallOrderVerifier(S empty) {
    this.empty = empty;
  }

  /**
   * Returns the states in which the calls of several threads can end; none if no order explains the
   * results.
   *
   * @param starts the states in which they can begin
   */
  abstract Set<S> ends(List<List<Call>> threads, Set<S> starts);

  @Override
  public final boolean verifyResultsImpl(ExecutionScenario scenario, ExecutionResult results) {
    List<Call> before = calls(scenario.getInitExecution(), results.getInitResults());
    List<Call> after = calls(scenario.getPostExecution(), results.getPostResults());
    List<List<Call>> beside = new ArrayList<>();
    for (int thread = 0; thread < scenario.getNThreads(); thread++) {
      beside.add(
          callsBeside(
              scenario.getParallelExecution().get(thread),
              results.getParallelResultsWithClock().get(thread)));
    }
    Set<S> states = Set.of(empty);
    for (List<List<Call>> part : List.of(List.of(before), beside, List.of(after))) {
      states = ends(part, states);
    }
    return !states.isEmpty();
  }

  private static List<Call> calls(List<Actor> actors, List<LincheckResult> results) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < actors.size(); i++) {
      calls.add(new Call(actors.get(i), results.get(i), List.of()));
    }
    return calls;
  }

  private static List<Call> callsBeside(List<Actor> actors, List<ResultWithClock> results) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < actors.size(); i++) {
      ResultWithClock result = results.get(i);
      calls.add(
          new Call(
              actors.get(i),
              result.getResult(),
              Arrays.stream(result.getClockOnStart().getClock()).boxed().toList()));
    }
    return calls;
  }

  /**
   * A call and its result.
   *
   * @param first the first argument; 0 for none
   * @param second the second argument; 0 for none
   * @param done the number of calls of each thread that had returned when this one began
   */
  record Call(String name, int first, int second, Object result, List<Integer> done) {
    Call(Actor actor, LincheckResult result, List<Integer> done) {
      this(
          actor.getMethod().getName(),
          argument(actor, 0),
          argument(actor, 1),
          result instanceof ValueResult value ? value.getValue() : result,
          done);
    }

    private static int argument(Actor actor, int i) {
      return i < actor.getArguments().size() ? (Integer) actor.getArguments().get(i) : 0;
    }

    boolean returns(Object expected) {
      return result.equals(expected);
    }

    /**
     * Returns whether all calls that had returned when this one began are done.
     *
     * @param doneOf the number of calls of a thread that are done
     */
    boolean mayBegin(IntUnaryOperator doneOf) {
      for (int thread = 0; thread < done.size(); thread++) {
        if (doneOf.applyAsInt(thread) < done.get(thread)) {
          return false;
        }
      }
      return true;
    }
  }
}
