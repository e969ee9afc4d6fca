package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Function;
import org.jets.testkit.faults.FaultPoints;
import org.jets.testkit.faults.FaultScenario;
import org.jets.testkit.faults.FaultValue;
import org.jets.testkit.faults.MapFaultScenario;
import org.jspecify.annotations.Nullable;

/** Operations that faults are injected into, beyond those of each ConcurrentMap. */
@SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
enum LibraryFaultScenario implements FaultScenario {
  PUT_ALL_AT_ONCE(Reach.AT_ONCE, LibraryFaultScenario::putAllAtOnce),
  PUT_ALL_IF_ABSENT(Reach.AT_ONCE, LibraryFaultScenario::putAllIfAbsent),
  PARALLEL_REDUCE(LibraryFaultScenario::reduce),
  SNAPSHOT(LibraryFaultScenario::snapshot),
  CURSOR(LibraryFaultScenario::cursor),
  POLL_FIRST(Needs.ORDER, on -> poll(ordered(on).pollFirstEntry())),
  POLL_LAST(Needs.ORDER, on -> poll(ordered(on).pollLastEntry())),
  LOWER(Needs.ORDER, on -> ordered(on).lowerKey(on.key(on.present()))),
  FLOOR_IN_DESCENDING(Needs.ORDER, on -> ordered(on).descendingMap().floorKey(on.key(on.absent()))),
  PUT_IN_VIEW(Needs.ORDER, on -> range(on).put(on.key(on.absent()), on.value(-1))),
  REMOVE_IN_VIEW(Needs.ORDER, on -> range(on).remove(on.key(on.present()))),
  MERGE_IN_DESCENDING(
      Needs.ORDER,
      on ->
          ordered(on)
              .descendingMap()
              .merge(on.key(on.present()), on.value(-1), (a, b) -> on.computed(-2))),
  POLL_IN_VIEW(Needs.ORDER, on -> poll(range(on).pollFirstEntry())),
  CLEAR_VIEW(Needs.ORDER, Reach.RANGES, on -> on.runOn(range(on), Map::clear)),
  REPLACE_ALL_IN_VIEW(
      Needs.ORDER,
      Reach.RANGES,
      on -> on.runOn(range(on), map -> map.replaceAll((k, v) -> on.computed(v.number() + 1000)))),
  REMOVE_IF_IN_DESCENDING(
      Needs.ORDER,
      Reach.RANGES,
      on -> range(on).descendingMap().values().removeIf(v -> on.test(v.number() % 3 == 0))),
  ITERATOR_REMOVE_IN_DESCENDING(
      Needs.ORDER,
      Reach.EACH,
      on -> MapFaultScenario.removeEverySecond(ordered(on).descendingMap())),
  READ_RANGE(Needs.ORDER, LibraryFaultScenario::readRange);

  /** Tells constructors apart. */
  private enum Needs {
    NOTHING,
    ORDER
  }

  private final Needs needs;
  private final Reach reach;
  private final Function<Subject, @Nullable Object> body;

  LibraryFaultScenario(Function<Subject, @Nullable Object> body) {
    this(Needs.NOTHING, Reach.ONE_KEY, body);
  }

  LibraryFaultScenario(Reach reach, Function<Subject, @Nullable Object> body) {
    this(Needs.NOTHING, reach, body);
  }

  LibraryFaultScenario(Needs needs, Function<Subject, @Nullable Object> body) {
    this(needs, Reach.ONE_KEY, body);
  }

  LibraryFaultScenario(Needs needs, Reach reach, Function<Subject, @Nullable Object> body) {
    this.needs = needs;
    this.reach = reach;
    this.body = body;
  }

  boolean suits(MapUnderTest map) {
    return needs == Needs.NOTHING || map.has(MapUnderTest.Trait.ORDERED);
  }

  @Override
  public Reach reach() {
    return reach;
  }

  @Override
  public @Nullable Object call(Subject subject) {
    return body.apply(subject);
  }

  private static ConcurrentNavigableMap<Object, FaultValue> ordered(Subject on) {
    return (ConcurrentNavigableMap<Object, FaultValue>) on.map;
  }

  private static ConcurrentNavigableMap<Object, FaultValue> range(Subject on) {
    return ordered(on).subMap(on.key(on.size / 2), true, on.key(2 * on.size + 2), true);
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
      ordered(on)
          .subMap(on.key(1), true, on.key(2 * on.size + 2), true)
          .forEach((key, value) -> sum[0] += value.number());
    }
    return sum[0];
  }
}
