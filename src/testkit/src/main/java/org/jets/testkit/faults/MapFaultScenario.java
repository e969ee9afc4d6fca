package org.jets.testkit.faults;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operations of each ConcurrentMap and of its views. */
@SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
public enum MapFaultScenario implements FaultScenario {
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
  REPLACE_ALL(
      Reach.RANGES, on -> on.run(map -> map.replaceAll((k, v) -> on.computed(v.number() + 1000)))),
  CLEAR(Reach.CLEAR, on -> on.run(Map::clear)),
  REMOVE_IF_VALUE(Reach.RANGES, on -> on.map.values().removeIf(v -> on.test(v.number() % 3 == 0))),
  REMOVE_IF_KEY(
      Reach.EACH, on -> on.map.keySet().removeIf(k -> on.test(FaultKey.number(k) % 3 == 0))),
  REMOVE_IF_ENTRY(
      Reach.RANGES, on -> on.map.entrySet().removeIf(e -> on.test(e.getValue().number() % 3 == 0))),
  RETAIN_KEYS(
      Reach.EACH, on -> on.map.keySet().retainAll(List.of(on.key(on.present()), on.key(0)))),
  RETAIN_VALUES(Reach.EACH, on -> on.map.values().retainAll(List.of(on.value(on.present())))),
  REMOVE_ALL_KEYS(
      Reach.EACH, on -> on.map.keySet().removeAll(List.of(on.key(on.present()), on.key(0)))),
  REMOVE_A_VALUE(on -> on.map.values().remove(on.value(on.present()))),
  ITERATOR_REMOVE(Reach.EACH, MapFaultScenario::removeEverySecond),
  SET_VALUE(Reach.EACH, MapFaultScenario::setEverySecond),
  FOR_EACH(on -> on.run(map -> map.forEach((k, v) -> on.test(true)))),
  TO_ARRAY(on -> on.map.values().toArray().length),
  HASH_CODE(on -> on.map.hashCode()),
  EQUALS(on -> on.map.equals(on.copy()));

  private final Reach reach;
  private final Function<Subject, @Nullable Object> body;

  MapFaultScenario(Function<Subject, @Nullable Object> body) {
    this(Reach.ONE_KEY, body);
  }

  MapFaultScenario(Reach reach, Function<Subject, @Nullable Object> body) {
    this.reach = reach;
    this.body = body;
  }

  @Override
  public Reach reach() {
    return reach;
  }

  @Override
  public @Nullable Object call(Subject subject) {
    return body.apply(subject);
  }

  private static @Nullable Object removeEverySecond(Subject on) {
    return removeEverySecond(on.map);
  }

  /** Removes every second mapping of a map by an iterator. */
  public static @Nullable Object removeEverySecond(Map<Object, FaultValue> map) {
    Iterator<Object> keys = map.keySet().iterator();
    while (keys.hasNext()) {
      if (FaultKey.number(keys.next()) % 4 == 0) {
        keys.remove();
      }
    }
    return null;
  }

  private static @Nullable Object setEverySecond(Subject on) {
    for (Map.Entry<Object, FaultValue> entry : on.map.entrySet()) {
      if (FaultKey.number(entry.getKey()) % 4 == 0) {
        FaultValue value = on.value(-entry.getValue().number() - 1);
        if (on.map instanceof ConcurrentSkipListMap) {
          on.map.put(entry.getKey(), value); // The JDK's entries do not write.
        } else {
          entry.setValue(value);
        }
      }
    }
    return null;
  }
}
