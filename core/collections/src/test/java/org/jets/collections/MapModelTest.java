package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.testkit.ScaledProperties;

/** Random operations do what they do on a HashMap, and leave the structure sound. */
@AddLifecycleHook(ScaledProperties.class)
class MapModelTest {

  /** An operation on one key, or on all. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private enum Operation {
    PUT((map, step) -> map.put(step.key, step.value)),
    PUT_IF_ABSENT((map, step) -> map.putIfAbsent(step.key, step.value)),
    REMOVE((map, step) -> map.remove(step.key)),
    REMOVE_MAPPING((map, step) -> map.remove(step.key, step.value)),
    REPLACE((map, step) -> map.replace(step.key, step.value)),
    REPLACE_MAPPING((map, step) -> map.replace(step.key, step.value, step.value + 1)),
    COMPUTE((map, step) -> map.compute(step.key, (k, v) -> step.next(v))),
    COMPUTE_IF_ABSENT((map, step) -> map.computeIfAbsent(step.key, k -> step.next(null))),
    COMPUTE_IF_PRESENT((map, step) -> map.computeIfPresent(step.key, (k, v) -> step.next(v))),
    MERGE((map, step) -> map.merge(step.key, step.value, (a, b) -> step.next(a + b))),
    GET((map, step) -> map.get(step.key)),
    GET_OR_DEFAULT((map, step) -> map.getOrDefault(step.key, step.value)),
    CONTAINS_KEY((map, step) -> map.containsKey(step.key)),
    CONTAINS_VALUE((map, step) -> map.containsValue(step.value)),
    SIZE((map, step) -> map.size()),
    IS_EMPTY((map, step) -> map.isEmpty()),
    HASH_CODE((map, step) -> map.hashCode()),
    REMOVE_SOME_KEYS((map, step) -> map.keySet().removeIf(key -> key % 8 == step.key % 8)),
    REMOVE_SOME_VALUES((map, step) -> map.values().removeIf(value -> value == step.value)),
    PUT_ROW((map, step) -> putRow(map, step)),
    REMOVE_ROW((map, step) -> removeRow(map, step)),
    REPLACE_ALL((map, step) -> replaceAll(map, step)),
    CLEAR((map, step) -> clear(map));

    private final BiFunction<Map<Long, Integer>, Step, Object> body;

    Operation(BiFunction<Map<Long, Integer>, Step, Object> body) {
      this.body = body;
    }

    /** Enough keys for the table to grow. */
    private static Object putRow(Map<Long, Integer> map, Step step) {
      for (long key = step.key; key < step.key + 100; key++) {
        map.put(key, step.value);
      }
      return map.size();
    }

    private static Object removeRow(Map<Long, Integer> map, Step step) {
      for (long key = step.key; key < step.key + 100; key++) {
        map.remove(key);
      }
      return map.size();
    }

    private static Object replaceAll(Map<Long, Integer> map, Step step) {
      map.replaceAll((key, value) -> (value + step.value) % 8);
      return map.size();
    }

    private static Object clear(Map<Long, Integer> map) {
      map.clear();
      return map.size();
    }
  }

  private record Step(Operation operation, long key, int value) {

    /** Makes another value of one, or none. */
    Integer next(Integer old) {
      int seed = Objects.requireNonNullElse(old, 0) + value;
      return seed % 3 == 0 ? null : seed % 8;
    }

    Object runOn(Map<Long, Integer> map) {
      return operation.body.apply(map, this);
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> keys =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.longs().between(0, 12)), Tuple.of(1, Arbitraries.longs()));
    Arbitrary<Operation> operations =
        Arbitraries.of(Operation.class).filter(operation -> operation != Operation.CLEAR);
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(60, operations), Tuple.of(1, Arbitraries.just(Operation.CLEAR))),
            keys,
            Arbitraries.integers().between(0, 7))
        .as(Step::new)
        .list()
        .ofMaxSize(120);
  }

  @Property(tries = 300)
  void steps_any_giveWhatAHashMapGives(
      @ForAll MapUnderTest kind, @ForAll("steps") List<Step> steps) {
    AbstractConcurrentMap<Long, Integer> map = kind.ofLongs();
    Map<Long, Integer> model = new HashMap<>();

    for (Step step : steps) {
      assertThat(step.runOn(map)).as("%s", step).isEqualTo(step.runOn(model));
    }

    assertThat(map).isEqualTo(model);
    assertThat(map.entrySet()).containsExactlyInAnyOrderElementsOf(model.entrySet());
    assertThat(map.values()).containsExactlyInAnyOrderElementsOf(model.values());
    map.validate();
  }
}
