package org.jets.ets;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Scenarios that random ones rarely reach. In some, threads read or change two keys, in either
 * order, while a batch inserts both. In others, each operation runs concurrently with the deletion
 * of the table.
 */
final class Scenarios {
  private static final List<String> MOMENTLESS = List.of("size", "list", "ends", "info", "exists");

  private final Class<?> operations;
  private final List<ExecutionScenario> all = new ArrayList<>();

  private Scenarios(Class<?> operations) {
    this.operations = operations;
  }

  static List<ExecutionScenario> ofSets() {
    Scenarios scenarios = new Scenarios(SetOperations.class).insertionsBesideOthers();
    List<Actor> both = scenarios.ops("insertNew 1 1", "insertNew 2 1");
    List<Actor> lookups = scenarios.ops("lookup 1", "lookup 2");
    List<Actor> insert = scenarios.ops("insertBoth 1 2");
    List<Actor> counter = scenarios.ops("insert 1 1", "updateCounter 1 1");
    List<Actor> twice = scenarios.ops("updateCounter 1 1", "updateCounter 1 2");
    return scenarios
        .add(counter, lookups, twice, scenarios.ops("updateCounter 1 1", "lookup 1"))
        .add(counter, lookups, twice, scenarios.ops("insert 1 3", "lookup 1"))
        .add(counter, lookups, twice, scenarios.ops("take 1", "updateCounterOrInsert 1 1"))
        .add(counter, lookups, twice, scenarios.ops("updateElement 1 3", "lookup 1"))
        .add(counter, lookups, twice, scenarios.ops("insertBoth 2 2", "lookup 1"))
        .add(counter, lookups, twice, scenarios.ops("replaceIf 1 3", "lookup 1"))
        .add(counter, lookups, twice, scenarios.ops("merge 1 3", "lookup 1"))
        .add(both, lookups, insert, scenarios.ops("updateCounter 1 1", "updateCounter 2 1"))
        .add(both, lookups, insert, scenarios.ops("updateElement 1 3", "updateCounter 2 1"))
        .add(List.of(), lookups, insert, scenarios.ops("updateCounterOrInsert 1 1"))
        .add(List.of(), lookups, insert, scenarios.ops("updateElementOrInsert 2 1"))
        .add(List.of(), lookups, insert, scenarios.ops("merge 2 1"))
        .all;
  }

  static List<ExecutionScenario> ofBags() {
    Scenarios scenarios = new Scenarios(BagOperations.class).insertionsBesideOthers();
    List<Actor> one = scenarios.ops("insert 1 2");
    List<Actor> lookups = scenarios.ops("lookup 1", "lookup 2");
    return scenarios
        .add(one, lookups, scenarios.ops("insertBoth 1 1"), scenarios.ops("insertSeveral 1 2"))
        .add(one, lookups, scenarios.ops("insert 1 1"), scenarios.ops("insert 1 3", "insert 1 1"))
        .add(one, lookups, scenarios.ops("insertSeveral 1 1"), scenarios.ops("deleteObject 1 2"))
        .add(one, lookups, scenarios.ops("compareInsert 1 2"), scenarios.ops("insert 1 3"))
        .add(one, lookups, scenarios.ops("selectTake 1 1"), scenarios.ops("selectTake 1 2"))
        .all;
  }

  /**
   * Returns scenarios for a table that refuses the third object. Its lookups find an object, and
   * the result of each insertion is certain: either no write runs beside it, or it adds no key.
   */
  static List<ExecutionScenario> ofRejecting() {
    Scenarios scenarios = new Scenarios(LimitedOperations.RejectingOperations.class);
    List<Actor> one = scenarios.ops("insert 1 1");
    List<Actor> two = scenarios.ops("insert 1 1", "insertNew 2 2");
    List<Actor> lookups = scenarios.ops("lookup 1", "lookup 2", "insertNew 1 2", "insert 3 1");
    return scenarios
        .add(two, lookups, scenarios.ops("insert 3 1", "insertBoth 2 3"), scenarios.ops("lookup 1"))
        .add(two, lookups, scenarios.ops("insert 1 3", "lookup 2"), scenarios.ops("insertNew 2 3"))
        .add(one, lookups, scenarios.ops("insertNew 2 2", "take 1"), scenarios.ops("lookup 1"))
        .all;
  }

  static List<ExecutionScenario> ofOrderedSteps() {
    Scenarios scenarios = new Scenarios(OrderedStepOperations.class);
    List<Actor> none = List.of();
    List<Actor> insert = scenarios.ops("insertBoth 1 2");
    return scenarios
        .add(none, none, insert, scenarios.ops("first", "last"))
        .add(none, none, insert, scenarios.ops("last", "first"))
        .add(none, none, insert, scenarios.ops("next 2", "prev 1"))
        .add(
            scenarios.ops("insert 1 1"),
            none,
            scenarios.ops("insert 2 1", "insert 1 3"),
            scenarios.ops("lastLookup"))
        .add(
            scenarios.ops("insert 1 1"),
            none,
            scenarios.ops("insert 2 1", "insert 1 3"),
            scenarios.ops("prevLookup 2"))
        .add(scenarios.ops("insert 1 1"), none, insert, scenarios.ops("first", "next 2"))
        .add(scenarios.ops("insert 2 1"), none, insert, scenarios.ops("last", "prev 1"))
        .add(
            scenarios.ops("insert 2 1"),
            none,
            scenarios.ops("insertBoth 1 2", "delete 1"),
            scenarios.ops("first", "next 1"))
        .all;
  }

  /**
   * Returns scenarios in which keys are inserted, changed and removed in an order, while a snapshot
   * is taken.
   */
  static List<ExecutionScenario> ofSnapshots() {
    Scenarios scenarios = new Scenarios(SnapshotOperations.class);
    List<Actor> none = List.of();
    List<Actor> both = scenarios.ops("insert 1 1", "insert 2 1");
    List<Actor> lookups = scenarios.ops("lookup 1", "lookup 2");
    List<Actor> snapshot = scenarios.ops("snapshot");
    List<Actor> counters =
        scenarios.ops("insert 1 1", "insert 2 1", "updateCounter 1", "updateCounter 2");
    return scenarios
        .add(counters, lookups, snapshot, scenarios.ops("updateCounter 1", "updateCounter 2"))
        .add(both, lookups, snapshot, scenarios.ops("insert 1 2", "insert 2 2"))
        .add(both, lookups, snapshot, scenarios.ops("delete 2", "delete 1"))
        .add(none, lookups, snapshot, scenarios.ops("insert 2 1", "insert 1 1"))
        .add(both, lookups, snapshot, scenarios.ops("insertBoth 2 2", "updateElement 1"))
        .all;
  }

  static List<ExecutionScenario> ofHashSteps() {
    Scenarios scenarios = new Scenarios(HashStepOperations.class);
    List<Actor> one = scenarios.ops("insert 1");
    List<Actor> insert = scenarios.ops("insertOthers 1");
    List<Actor> walked = scenarios.ops("insert 1", "insertOthers 1", "next 1");
    List<Actor> next = scenarios.ops("next 1");
    return scenarios
        .add(walked, next, scenarios.ops("delete 2", "delete 3"), scenarios.ops("next 1", "next 1"))
        .add(List.of(), one, insert, scenarios.ops("first", "member 2", "next 3"))
        .add(one, List.of(), insert, scenarios.ops("first", "next 1", "next 2"))
        .add(
            one, List.of(), scenarios.ops("insert 2", "delete 1"), scenarios.ops("first", "next 1"))
        .add(one, insert, scenarios.ops("deleteAllObjects"), scenarios.ops("first", "next 1"))
        .all;
  }

  /**
   * Returns scenarios in which parts of a traversal begin concurrently with its end, with queries
   * of the state afterwards.
   */
  static List<ExecutionScenario> ofTraversals() {
    Scenarios scenarios = new Scenarios(TraversalFixationLinearizabilityTest.Operations.class);
    List<Actor> none = List.of();
    List<Actor> begin = scenarios.ops("begin");
    List<Actor> end = scenarios.ops("end");
    List<Actor> left = scenarios.ops("isFixed", "isOwnerIdle");
    return scenarios
        .add(none, left, begin, begin)
        .add(none, left, begin, end)
        .add(begin, left, begin, end)
        .add(none, left, begin, begin, end)
        .all;
  }

  /** Returns an operation from its name and arguments, with spaces between them. */
  private Actor op(String text) {
    String[] parts = text.split(" ");
    for (Method method : operations.getMethods()) {
      if (method.getName().equals(parts[0])) {
        List<Integer> arguments = Stream.of(parts).skip(1).map(Integer::valueOf).toList();
        return new Actor(method, new ArrayList<>(arguments));
      }
    }
    throw new IllegalArgumentException(text);
  }

  private List<Actor> ops(String... texts) {
    return Stream.of(texts).map(this::op).toList();
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private Scenarios add(List<Actor> before, List<Actor> after, List<Actor>... threads) {
    all.add(new ExecutionScenario(before, List.of(threads), after, null));
    return this;
  }

  private Scenarios insertionsBesideOthers() {
    List<Actor> none = List.of();
    List<Actor> both = ops("insert 1 1", "insert 2 1");
    List<Actor> lookups = ops("lookup 1", "lookup 2");
    List<Actor> insert = ops("insertBoth 1 2");
    List<Actor> insertNew = ops("insertNewBoth 1 2");
    return add(both, none, insert, lookups)
        .add(none, none, insert, lookups, ops("lookup 2", "lookup 1"))
        .add(both, lookups, insert, ops("insertBoth 2 3"))
        .add(both, lookups, insert, ops("insert 1 3", "lookup 2"))
        .add(both, lookups, insert, ops("take 1", "lookup 2"))
        .add(both, lookups, insert, ops("delete 2", "lookup 1"))
        .add(both, lookups, insert, ops("deleteObject 1 1", "lookup 2"))
        .add(both, lookups, insert, ops("deleteAllObjects", "lookup 2"))
        .add(none, lookups, insert, ops("insertNew 1 3", "lookup 2"))
        .add(none, none, insertNew, lookups)
        .add(none, lookups, insertNew, ops("insertNew 2 3", "lookup 1"))
        .add(none, lookups, insertNew, ops("insertNewBoth 2 3"))
        .add(none, lookups, insertNew, ops("take 1", "take 2"));
  }

  /**
   * Returns scenarios in which each operation, linearizable or not, runs concurrently with the
   * deletion.
   */
  static List<ExecutionScenario> besideDeletion(Class<?> operations) {
    Scenarios scenarios = new Scenarios(operations);
    List<Actor> both = scenarios.ops("insert 1 1", "insert 2 1");
    List<Actor> deletion = scenarios.ops("deleteTable");
    for (Method method : operations.getMethods()) {
      if (method.isAnnotationPresent(Operation.class)) {
        List<Object> ones = new ArrayList<>(Collections.nCopies(method.getParameterCount(), 1));
        Actor actor = new Actor(method, ones);
        scenarios.add(both, List.of(actor), deletion, List.of(actor, actor));
      }
    }
    for (String name : MOMENTLESS) {
      scenarios.add(both, scenarios.ops(name), deletion, scenarios.ops("lookup 1", name));
    }
    return scenarios.add(both, scenarios.ops("exists"), deletion, deletion).all;
  }
}
