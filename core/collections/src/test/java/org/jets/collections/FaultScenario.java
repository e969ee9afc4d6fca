package org.jets.collections;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Function;
import org.jets.collections.FaultKeys.FaultValue;
import org.jspecify.annotations.Nullable;

/**
 * Operations that faults are injected into. Each is called with a map under test and with a map of
 * the JDK, which says what the outcome is. Keys that are present have even numbers.
 */
@SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
enum FaultScenario {
  GET(on -> on.map.get(on.key(on.present()))),
  CONTAINS_VALUE(on -> on.map.containsValue(on.value(on.present()))),
  PUT_NEW(on -> on.map.put(on.key(on.absent()), on.value(-1))),
  PUT_LAST(on -> on.map.put(on.key(2 * on.size + 1), on.value(-1))),
  PUT_PRESENT(on -> on.map.put(on.key(on.present()), on.value(-1))),
  PUT_IF_ABSENT(on -> on.map.putIfAbsent(on.key(on.absent()), on.value(-1))),
  PUT_IF_ABSENT_PRESENT(on -> on.map.putIfAbsent(on.key(on.present()), on.value(-1))),
  REMOVE(on -> on.map.remove(on.key(on.present()))),
  REMOVE_ABSENT(on -> on.map.remove(on.key(on.absent()))),
  REMOVE_MAPPING(on -> on.map.remove(on.key(on.present()), on.value(on.present()))),
  REMOVE_OTHER_MAPPING(on -> on.map.remove(on.key(on.present()), on.value(-1))),
  REPLACE(on -> on.map.replace(on.key(on.present()), on.value(-1))),
  REPLACE_MAPPING(on -> on.map.replace(on.key(on.present()), on.value(on.present()), on.value(-1))),
  REPLACE_OTHER_MAPPING(on -> on.map.replace(on.key(on.present()), on.value(-1), on.value(-2))),
  COMPUTE_NEW(on -> on.map.compute(on.key(on.absent()), (k, v) -> on.computed(-1))),
  COMPUTE_VALUE(on -> on.map.compute(on.key(on.present()), (k, v) -> on.computed(-1))),
  COMPUTE_NULL(on -> on.map.compute(on.key(on.present()), (k, v) -> on.computedNull())),
  COMPUTE_NOTHING(on -> on.map.compute(on.key(on.absent()), (k, v) -> on.computedNull())),
  COMPUTE_IF_ABSENT(on -> on.map.computeIfAbsent(on.key(on.absent()), k -> on.computed(-1))),
  COMPUTE_IF_PRESENT(
      on -> on.map.computeIfPresent(on.key(on.present()), (k, v) -> on.computed(-1))),
  COMPUTE_IF_PRESENT_NULL(
      on -> on.map.computeIfPresent(on.key(on.present()), (k, v) -> on.computedNull())),
  MERGE_NEW(on -> on.map.merge(on.key(on.absent()), on.value(-1), (a, b) -> on.computed(-2))),
  MERGE(on -> on.map.merge(on.key(on.present()), on.value(-1), (a, b) -> on.computed(-2))),
  MERGE_NULL(on -> on.map.merge(on.key(on.present()), on.value(-1), (a, b) -> on.computedNull())),
  PUT_ALL(Reach.RANGES, on -> on.run(map -> map.putAll(on.mappings()))),
  PUT_ALL_AT_ONCE(Reach.AT_ONCE, FaultScenario::putAllAtOnce),
  PUT_ALL_IF_ABSENT(Reach.AT_ONCE, FaultScenario::putAllIfAbsent),
  REPLACE_ALL(
      Reach.RANGES, on -> on.run(map -> map.replaceAll((k, v) -> on.computed(v.number() + 1000)))),
  CLEAR(Reach.CLEAR, on -> on.run(Map::clear)),
  REMOVE_IF_VALUE(Reach.RANGES, on -> on.map.values().removeIf(v -> on.test(v.number() % 3 == 0))),
  REMOVE_IF_KEY(
      Reach.EACH, on -> on.map.keySet().removeIf(k -> on.test(FaultKeys.number(k) % 3 == 0))),
  REMOVE_IF_ENTRY(
      Reach.RANGES, on -> on.map.entrySet().removeIf(e -> on.test(e.getValue().number() % 3 == 0))),
  RETAIN_KEYS(
      Reach.EACH, on -> on.map.keySet().retainAll(List.of(on.key(on.present()), on.key(0)))),
  RETAIN_VALUES(Reach.EACH, on -> on.map.values().retainAll(List.of(on.value(on.present())))),
  REMOVE_ALL_KEYS(
      Reach.EACH, on -> on.map.keySet().removeAll(List.of(on.key(on.present()), on.key(0)))),
  REMOVE_A_VALUE(on -> on.map.values().remove(on.value(on.present()))),
  ITERATOR_REMOVE(Reach.EACH, FaultScenario::removeEverySecond),
  SET_VALUE(Reach.EACH, FaultScenario::setEverySecond),
  FOR_EACH(on -> on.run(map -> map.forEach((k, v) -> on.test(true)))),
  TO_ARRAY(on -> on.map.values().toArray().length),
  HASH_CODE(on -> on.map.hashCode()),
  EQUALS(on -> on.map.equals(on.copy())),
  PARALLEL_REDUCE(FaultScenario::reduce),
  SNAPSHOT(FaultScenario::snapshot),
  CURSOR(FaultScenario::cursor),
  POLL_FIRST(Needs.ORDER, on -> poll(on.ordered().pollFirstEntry())),
  POLL_LAST(Needs.ORDER, on -> poll(on.ordered().pollLastEntry())),
  LOWER(Needs.ORDER, on -> on.ordered().lowerKey(on.key(on.present()))),
  FLOOR_IN_DESCENDING(
      Needs.ORDER, on -> on.ordered().descendingMap().floorKey(on.key(on.absent()))),
  PUT_IN_VIEW(Needs.ORDER, on -> on.range().put(on.key(on.absent()), on.value(-1))),
  REMOVE_IN_VIEW(Needs.ORDER, on -> on.range().remove(on.key(on.present()))),
  MERGE_IN_DESCENDING(
      Needs.ORDER,
      on ->
          on.ordered()
              .descendingMap()
              .merge(on.key(on.present()), on.value(-1), (a, b) -> on.computed(-2))),
  POLL_IN_VIEW(Needs.ORDER, on -> poll(on.range().pollFirstEntry())),
  CLEAR_VIEW(Needs.ORDER, Reach.RANGES, on -> on.runOn(on.range(), Map::clear)),
  REPLACE_ALL_IN_VIEW(
      Needs.ORDER,
      Reach.RANGES,
      on -> on.runOn(on.range(), map -> map.replaceAll((k, v) -> on.computed(v.number() + 1000)))),
  REMOVE_IF_IN_DESCENDING(
      Needs.ORDER,
      Reach.RANGES,
      on -> on.range().descendingMap().values().removeIf(v -> on.test(v.number() % 3 == 0))),
  ITERATOR_REMOVE_IN_DESCENDING(
      Needs.ORDER, Reach.EACH, on -> removeEverySecond(on.ordered().descendingMap())),
  READ_RANGE(Needs.ORDER, FaultScenario::readRange);

  /** Tells constructors apart. */
  private enum Needs {
    NOTHING,
    ORDER
  }

  /** Keys that an operation changes, and whether it does so at one moment. */
  private enum Reach {
    ONE_KEY,
    /** Any number, each for itself. */
    EACH,
    /** As the map is said to do it by {@link MapUnderTest.Trait#ATOMIC_RANGES}. */
    RANGES,
    /** As the map is said to do it by {@link MapUnderTest.Trait#LINEARIZABLE}. */
    CLEAR,
    /** All at one moment. */
    AT_ONCE
  }

  private final Needs needs;
  private final Reach reach;
  private final Function<Subject, @Nullable Object> body;

  FaultScenario(Function<Subject, @Nullable Object> body) {
    this(Needs.NOTHING, Reach.ONE_KEY, body);
  }

  FaultScenario(Reach reach, Function<Subject, @Nullable Object> body) {
    this(Needs.NOTHING, reach, body);
  }

  FaultScenario(Needs needs, Function<Subject, @Nullable Object> body) {
    this(needs, Reach.ONE_KEY, body);
  }

  FaultScenario(Needs needs, Reach reach, Function<Subject, @Nullable Object> body) {
    this.needs = needs;
    this.reach = reach;
    this.body = body;
  }

  boolean suits(MapUnderTest map) {
    return needs == Needs.NOTHING || map.has(MapUnderTest.Trait.ORDERED);
  }

  /** Returns whether the map has all of the operation's outcome, or none, after a fault. */
  boolean isAtomicIn(MapUnderTest map) {
    return switch (reach) {
      case ONE_KEY -> true;
      case EACH -> false;
      case RANGES -> map.has(MapUnderTest.Trait.ATOMIC_RANGES);
      case CLEAR -> map.has(MapUnderTest.Trait.LINEARIZABLE);
      case AT_ONCE -> canPutAtOnce(map);
    };
  }

  private static boolean canPutAtOnce(MapUnderTest map) {
    AbstractConcurrentMap<Long, Object> instance = map.ofLongs();
    return instance instanceof StripedHashMap || instance instanceof ContentionAdaptingTreeMap;
  }

  /** Calls the operation. */
  @Nullable Object call(Subject subject) {
    return body.apply(subject);
  }

  /** A map with as many mappings as said, of keys with even numbers, to the same numbers. */
  static final class Subject {
    final ConcurrentMap<Object, FaultValue> map;
    final int size;
    private final FaultKeys keys;

    Subject(ConcurrentMap<Object, FaultValue> map, FaultKeys keys, int size) {
      this.map = map;
      this.keys = keys;
      this.size = size;
    }

    Object key(int number) {
      return keys.key(number);
    }

    FaultValue value(int number) {
      return new FaultValue(number);
    }

    /** A present key in the middle. */
    int present() {
      return size / 2 * 2;
    }

    int absent() {
      return size / 2 * 2 + 1;
    }

    FaultValue computed(int number) {
      FaultPoints.callback();
      return value(number);
    }

    @Nullable FaultValue computedNull() {
      FaultPoints.callback();
      return null;
    }

    boolean test(boolean result) {
      FaultPoints.callback();
      return result;
    }

    /** Some that are present, and some that are not. */
    Map<Object, FaultValue> mappings() {
      Map<Object, FaultValue> mappings = new LinkedHashMap<>();
      for (int number = 0; number < 12; number++) {
        mappings.put(key(number), value(-number - 1));
      }
      return mappings;
    }

    Map<Object, FaultValue> absentMappings() {
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

    ConcurrentNavigableMap<Object, FaultValue> ordered() {
      return (ConcurrentNavigableMap<Object, FaultValue>) map;
    }

    ConcurrentNavigableMap<Object, FaultValue> range() {
      return ordered().subMap(key(size / 2), true, key(2 * size + 2), true);
    }

    @Nullable Object run(java.util.function.Consumer<Map<Object, FaultValue>> operation) {
      return runOn(map, operation);
    }

    @Nullable Object runOn(
        Map<Object, FaultValue> view,
        java.util.function.Consumer<Map<Object, FaultValue>> operation) {
      operation.accept(view);
      return null;
    }
  }

  private static @Nullable Object poll(Map.@Nullable Entry<Object, FaultValue> entry) {
    return entry == null ? null : entry.getValue();
  }

  private static @Nullable Object putAllAtOnce(Subject on) {
    if (on.map instanceof StripedHashMap<Object, FaultValue> striped) {
      striped.putAllAtOnce(on.mappings());
    } else if (on.map instanceof ContentionAdaptingTreeMap<Object, FaultValue> tree) {
      tree.putAllAtOnce(on.mappings());
    } else {
      on.map.putAll(on.mappings());
    }
    return null;
  }

  private static @Nullable Object putAllIfAbsent(Subject on) {
    if (on.map instanceof StripedHashMap<Object, FaultValue> striped) {
      striped.putAllIfAbsent(on.absentMappings());
    } else if (on.map instanceof ContentionAdaptingTreeMap<Object, FaultValue> tree) {
      tree.putAllIfAbsent(on.absentMappings());
    } else {
      on.map.putAll(on.absentMappings());
    }
    return null;
  }

  private static @Nullable Object removeEverySecond(Subject on) {
    return removeEverySecond(on.map);
  }

  private static @Nullable Object removeEverySecond(Map<Object, FaultValue> map) {
    Iterator<Object> keys = map.keySet().iterator();
    while (keys.hasNext()) {
      if (FaultKeys.number(keys.next()) % 4 == 0) {
        keys.remove();
      }
    }
    return null;
  }

  private static @Nullable Object setEverySecond(Subject on) {
    for (Map.Entry<Object, FaultValue> entry : on.map.entrySet()) {
      if (FaultKeys.number(entry.getKey()) % 4 == 0) {
        FaultValue value = on.value(-entry.getValue().number() - 1);
        if (on.map instanceof AbstractConcurrentMap) {
          entry.setValue(value);
        } else {
          on.map.put(entry.getKey(), value); // The JDK's entries do not write.
        }
      }
    }
    return null;
  }

  private static @Nullable Object reduce(Subject on) {
    if (on.map instanceof AbstractConcurrentMap<Object, FaultValue> map) {
      return map.reduceToLong(
          1,
          (key, value) -> {
            FaultPoints.callback();
            return value.number();
          },
          0,
          Long::sum);
    }
    return on.map.values().stream().mapToLong(FaultValue::number).sum();
  }

  private static @Nullable Object snapshot(Subject on) {
    Map<Object, FaultValue> copy =
        on.map instanceof ContentionAdaptingTreeMap<Object, FaultValue> tree
            ? tree.snapshot()
            : on.map instanceof LockFreeAdaptingTreeMap<Object, FaultValue> lockFree
                ? lockFree.snapshot()
                : on.map;
    return copy.values().stream().mapToLong(FaultValue::number).sum();
  }

  private static @Nullable Object cursor(Subject on) {
    if (on.map instanceof CursorMap<Object, FaultValue> map) {
      List<Object> keys = new ArrayList<>();
      Object key = map.firstKeyOrNull();
      while (key != null) {
        keys.add(key);
        key = map.keyAfter(key);
      }
      return keys.size();
    }
    return on.map.size();
  }

  private static @Nullable Object readRange(Subject on) {
    long[] sum = new long[1];
    if (on.map instanceof AbstractConcurrentNavigableMap<Object, FaultValue> map) {
      map.forEachInRange(
          on.key(1),
          true,
          on.key(2 * on.size + 2),
          true,
          (key, value) -> {
            FaultPoints.callback();
            sum[0] += value.number();
          });
    } else {
      on.ordered()
          .subMap(on.key(1), true, on.key(2 * on.size + 2), true)
          .forEach((key, value) -> sum[0] += value.number());
    }
    return sum[0];
  }
}
