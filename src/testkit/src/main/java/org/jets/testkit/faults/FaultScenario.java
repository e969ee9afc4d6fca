package org.jets.testkit.faults;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An operation that faults are injected into. It is called with a map under test and with a map of
 * the JDK, which says what the outcome is. Keys that are present have even numbers.
 */
public interface FaultScenario {
  /** Keys that an operation changes, and whether it does so at one moment. */
  enum Reach {
    ONE_KEY,
    /** Any number, each for itself. */
    EACH,
    /** All of a range, or all that have a property. */
    RANGES,
    /** All, by the method of that name. */
    CLEAR,
    /** All at one moment. */
    AT_ONCE
  }

  /** The name of the operation. */
  String name();

  Reach reach();

  /** Calls the operation. */
  @Nullable Object call(Subject subject);

  /** A map with as many mappings as said, of keys with even numbers, to the same numbers. */
  final class Subject {
    public final ConcurrentMap<Object, FaultValue> map;
    public final int size;
    private final FaultedMap kind;

    Subject(ConcurrentMap<Object, FaultValue> map, FaultedMap kind, int size) {
      this.map = map;
      this.kind = kind;
      this.size = size;
    }

    public Object key(int number) {
      return kind.key(number);
    }

    public FaultValue value(int number) {
      return new FaultValue(number);
    }

    /** A present key in the middle. */
    public int present() {
      return size / 2 * 2;
    }

    /** An absent key in the middle. */
    public int absent() {
      return size / 2 * 2 + 1;
    }

    /** A value as the result of a function, which can throw. */
    public FaultValue computed(int number) {
      FaultPoints.callback();
      return value(number);
    }

    @Nullable FaultValue computedNull() {
      FaultPoints.callback();
      return null;
    }

    /** The result of a predicate, which can throw. */
    public boolean test(boolean result) {
      FaultPoints.callback();
      return result;
    }

    /** Some that are present, and some that are not. */
    public Map<Object, FaultValue> mappings() {
      Map<Object, FaultValue> mappings = new LinkedHashMap<>();
      for (int number = 0; number < 12; number++) {
        mappings.put(key(number), value(-number - 1));
      }
      return mappings;
    }

    /** Some that are all absent. */
    public Map<Object, FaultValue> absentMappings() {
      Map<Object, FaultValue> mappings = new LinkedHashMap<>();
      for (int number = 1; number < 24; number += 2) {
        mappings.put(key(number), value(-number - 1));
      }
      return mappings;
    }

    /** As it was before the operation. */
    Map<Object, FaultValue> copy() {
      Map<Object, FaultValue> copy = new LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        copy.put(key(2 * i), value(2 * i));
      }
      return copy;
    }

    @Nullable Object run(Consumer<Map<Object, FaultValue>> operation) {
      return runOn(map, operation);
    }

    /** Calls an operation without a result on a view. */
    public @Nullable Object runOn(
        Map<Object, FaultValue> view, Consumer<Map<Object, FaultValue>> operation) {
      operation.accept(view);
      return null;
    }
  }
}
