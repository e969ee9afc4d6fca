package org.jets.collections;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;

/**
 * Scenarios to which random ones seldom come: operations that meet in a table of the very size at
 * which it grows, or shrinks, whichever size that is; clearing; and counting.
 */
final class MapScenarios {
  /** Sizes of tables that are tried: two keys more are there throughout. */
  private static final int SIZES = 8;

  /** The number of keys with which each table grows so far that it shrinks again with a few. */
  private static final int MOST = 12;

  private MapScenarios() {}

  static List<ExecutionScenario> of(boolean exactSize) {
    List<ExecutionScenario> all = new ArrayList<>();
    all.add(clearing());
    if (exactSize) {
      all.add(counting());
    }
    for (int size = 1; size <= SIZES; size++) {
      all.add(growth(size));
      all.add(shrinking(size));
    }
    return all;
  }

  private static ExecutionScenario growth(int size) {
    return scenario(
        puts(size),
        ops("put " + size + " 1", "remove 0"),
        ops("putIfAbsent " + size + " 2", "get 0", "walk"),
        ops("get " + size, "get 0", "walk"));
  }

  private static ExecutionScenario shrinking(int size) {
    List<Actor> before = new ArrayList<>(puts(MOST));
    IntStream.range(size, MOST).forEach(key -> before.add(op("remove " + key)));
    return scenario(
        before,
        ops("remove " + (size - 1), "compute 0"),
        ops("merge 0 1", "computeIfAbsent " + (size - 1) + " 2", "walk"),
        ops("get " + (size - 1), "get 0", "walk"));
  }

  private static ExecutionScenario clearing() {
    return scenario(
        puts(2), ops("clear", "get 0"), ops("put 0 2", "get 1", "put 2 2"), ops("get 0", "get 2"));
  }

  private static ExecutionScenario counting() {
    return scenario(puts(2), ops("size", "put 2 1"), ops("put 3 1", "remove 0"), ops("size"));
  }

  private static List<Actor> puts(int count) {
    return IntStream.range(0, count).mapToObj(key -> op("put " + key + " 1")).toList();
  }

  private static ExecutionScenario scenario(
      List<Actor> before, List<Actor> one, List<Actor> other, List<Actor> after) {
    return new ExecutionScenario(before, List.of(one, other), after, null);
  }

  private static List<Actor> ops(String... texts) {
    return ops(MapOperations.class, texts);
  }

  private static Actor op(String text) {
    return op(MapOperations.class, text);
  }

  /** Operations of a class, each with its arguments, with spaces between them. */
  static List<Actor> ops(Class<?> operations, String... texts) {
    return Stream.of(texts).map(text -> op(operations, text)).toList();
  }

  private static Actor op(Class<?> operations, String text) {
    String[] parts = text.split(" ");
    for (Method method : operations.getMethods()) {
      if (method.getName().equals(parts[0])) {
        List<Object> arguments = new ArrayList<>();
        Stream.of(parts).skip(1).map(Integer::valueOf).forEach(arguments::add);
        return new Actor(method, arguments);
      }
    }
    throw new IllegalArgumentException(text);
  }
}
