package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.testkit.ScaledProperties;
import org.jspecify.annotations.Nullable;

/**
 * Random operations on an ordered map, and on views of views of it, do what they do on a TreeMap;
 * also what they throw is of the same class. The structure stays sound.
 */
@AddLifecycleHook(ScaledProperties.class)
class NavigableModelTest {
  private static final long KEYS = 40;

  /** Which part of a map, or of a view, an operation works on. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private enum Part {
    DESCENDING((map, part) -> map.descendingMap()),
    HEAD((map, part) -> map.headMap(part.to, part.toInclusive)),
    TAIL((map, part) -> map.tailMap(part.from, part.fromInclusive)),
    SUB((map, part) -> map.subMap(part.from, part.fromInclusive, part.to, part.toInclusive)),
    PLAIN_HEAD((map, part) -> (NavigableMap<Long, Integer>) map.headMap(part.to)),
    PLAIN_TAIL((map, part) -> (NavigableMap<Long, Integer>) map.tailMap(part.from)),
    PLAIN_SUB((map, part) -> (NavigableMap<Long, Integer>) map.subMap(part.from, part.to));

    private final BiFunction<NavigableMap<Long, Integer>, ChosenPart, NavigableMap<Long, Integer>>
        body;

    Part(BiFunction<NavigableMap<Long, Integer>, ChosenPart, NavigableMap<Long, Integer>> body) {
      this.body = body;
    }
  }

  private record ChosenPart(
      Part part, long from, boolean fromInclusive, long to, boolean toInclusive) {
    NavigableMap<Long, Integer> of(NavigableMap<Long, Integer> map) {
      return part.body.apply(map, this);
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private enum Operation {
    PUT((map, step) -> map.put(step.key, step.value)),
    PUT_IF_ABSENT((map, step) -> map.putIfAbsent(step.key, step.value)),
    PUT_ALL((map, step) -> putAll(map, step)),
    REMOVE((map, step) -> map.remove(step.key)),
    REMOVE_MAPPING((map, step) -> map.remove(step.key, step.value)),
    REPLACE((map, step) -> map.replace(step.key, step.value)),
    REPLACE_MAPPING((map, step) -> map.replace(step.key, step.value, 7)),
    COMPUTE((map, step) -> map.compute(step.key, (k, v) -> step.next(v))),
    COMPUTE_IF_ABSENT((map, step) -> map.computeIfAbsent(step.key, k -> step.next(null))),
    COMPUTE_IF_PRESENT((map, step) -> map.computeIfPresent(step.key, (k, v) -> step.next(v))),
    MERGE((map, step) -> map.merge(step.key, step.value, (a, b) -> step.next(a + b))),
    GET((map, step) -> map.get(step.key)),
    CONTAINS_KEY((map, step) -> map.containsKey(step.key)),
    CONTAINS_VALUE((map, step) -> map.containsValue(step.value)),
    SIZE((map, step) -> map.size()),
    IS_EMPTY((map, step) -> map.isEmpty()),
    HASH_CODE((map, step) -> map.hashCode()),
    TO_STRING((map, step) -> map.toString()),
    CLEAR((map, step) -> clear(map)),
    LOWER((map, step) -> map.lowerEntry(step.key)),
    FLOOR((map, step) -> map.floorEntry(step.key)),
    CEILING((map, step) -> map.ceilingEntry(step.key)),
    HIGHER((map, step) -> map.higherEntry(step.key)),
    KEYS_AROUND((map, step) -> keysAround(map, step.key)),
    FIRST((map, step) -> map.firstEntry()),
    LAST((map, step) -> map.lastEntry()),
    FIRST_KEY((map, step) -> map.firstKey()),
    LAST_KEY((map, step) -> map.lastKey()),
    POLL_FIRST((map, step) -> map.pollFirstEntry()),
    POLL_LAST((map, step) -> map.pollLastEntry()),
    POLL_FIRST_KEY((map, step) -> map.navigableKeySet().pollFirst()),
    POLL_LAST_KEY((map, step) -> map.descendingKeySet().pollFirst()),
    KEYS((map, step) -> new ArrayList<>(map.navigableKeySet())),
    DESCENDING_KEYS((map, step) -> new ArrayList<>(map.descendingKeySet())),
    TAIL_KEYS((map, step) -> new ArrayList<>(map.navigableKeySet().tailSet(step.key, false))),
    VALUES((map, step) -> new ArrayList<>(map.values())),
    ENTRIES((map, step) -> new ArrayList<>(map.entrySet())),
    STREAM((map, step) -> map.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()),
    PARALLEL_STREAM((map, step) -> map.keySet().parallelStream().toList()),
    SPLIT((map, step) -> split(map)),
    REPLACE_ALL((map, step) -> replaceAll(map, step)),
    REMOVE_KEYS_IF((map, step) -> map.keySet().removeIf(key -> key % 5 == step.value)),
    REMOVE_VALUES_IF((map, step) -> map.values().removeIf(value -> value == step.value)),
    REMOVE_ENTRIES_IF((map, step) -> map.entrySet().removeIf(e -> e.getKey() < step.key)),
    REMOVE_BY_ITERATOR((map, step) -> removeByIterator(map)),
    SET_VALUE((map, step) -> setValue(map, step));

    private final BiFunction<NavigableMap<Long, Integer>, Step, @Nullable Object> body;

    Operation(BiFunction<NavigableMap<Long, Integer>, Step, @Nullable Object> body) {
      this.body = body;
    }

    /** Keys of which one may be outside of the range: none before it is put, in either order. */
    private static Object putAll(NavigableMap<Long, Integer> map, Step step) {
      Map<Long, Integer> added = new TreeMap<>();
      for (long key = step.key; key < step.key + 4; key++) {
        if (map.headMap(step.key, true).isEmpty() || map.containsKey(key)) {
          added.put(key, step.value);
        }
      }
      map.putAll(added);
      return map.size();
    }

    private static Object keysAround(NavigableMap<Long, Integer> map, long key) {
      List<@Nullable Long> keys = new ArrayList<>();
      keys.add(map.lowerKey(key));
      keys.add(map.floorKey(key));
      keys.add(map.ceilingKey(key));
      keys.add(map.higherKey(key));
      keys.add(map.navigableKeySet().lower(key));
      keys.add(map.descendingKeySet().higher(key));
      return keys;
    }

    private static Object clear(NavigableMap<Long, Integer> map) {
      map.clear();
      return map.isEmpty();
    }

    private static Object split(NavigableMap<Long, Integer> map) {
      var rest = map.entrySet().spliterator();
      List<Object> seen = new ArrayList<>();
      rest.tryAdvance(seen::add);
      var first = rest.trySplit();
      StreamSupport.stream(first == null ? Spliterators.emptySpliterator() : first, false)
          .forEach(seen::add);
      rest.forEachRemaining(seen::add);
      return seen;
    }

    private static Object replaceAll(NavigableMap<Long, Integer> map, Step step) {
      map.replaceAll((key, value) -> (value + step.value) % 8);
      return map.size();
    }

    /** Every other key. */
    private static Object removeByIterator(NavigableMap<Long, Integer> map) {
      boolean removes = true;
      for (Iterator<Long> keys = map.keySet().iterator(); keys.hasNext(); removes = !removes) {
        keys.next();
        if (removes) {
          keys.remove();
        }
      }
      return map.size();
    }

    private static Object setValue(NavigableMap<Long, Integer> map, Step step) {
      List<Integer> old = new ArrayList<>();
      for (Map.Entry<Long, Integer> entry : map.entrySet()) {
        old.add(entry.setValue(step.value));
      }
      return old;
    }
  }

  private record Step(List<ChosenPart> parts, Operation operation, long key, int value) {

    /** Makes another value of one, or none. */
    @Nullable Integer next(@Nullable Integer old) {
      int seed = Objects.requireNonNullElse(old, 0) + value;
      return seed % 3 == 0 ? null : (Integer) (seed % 8);
    }

    /** Returns its result, or the class of the exception that it throws. */
    @Nullable Object runOn(NavigableMap<Long, Integer> map) {
      try {
        NavigableMap<Long, Integer> view = map;
        for (ChosenPart part : parts) {
          view = part.of(view);
        }
        return operation.body.apply(view, this);
      } catch (RuntimeException e) {
        return e.getClass();
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> keys = Arbitraries.longs().between(0, KEYS);
    Arbitrary<Boolean> flags = Arbitraries.of(true, false);
    Arbitrary<ChosenPart> parts =
        Combinators.combine(Arbitraries.of(Part.class), keys, flags, keys, flags)
            .as(
                (part, from, fromInclusive, to, toInclusive) ->
                    new ChosenPart(part, from, fromInclusive, to, toInclusive));
    return Combinators.combine(
            parts.list().ofMaxSize(3),
            Arbitraries.of(Operation.class),
            keys,
            Arbitraries.integers().between(0, 7))
        .as(Step::new)
        .list()
        .ofMaxSize(60);
  }

  @Provide
  Arbitrary<MapUnderTest> orderedMaps() {
    return Arbitraries.of(MapUnderTest.ordered().toList());
  }

  @Property(tries = 400)
  void steps_onViewsOfViews_giveWhatATreeMapGives(
      @ForAll("orderedMaps") MapUnderTest kind, @ForAll("steps") List<Step> steps) {
    AbstractConcurrentNavigableMap<Long, Integer> map = kind.ofOrder(null);
    NavigableMap<Long, Integer> model = new TreeMap<>();
    for (long key = 0; key < KEYS; key += 2) {
      map.put(key, (int) key % 8);
      model.put(key, (int) key % 8);
    }

    for (Step step : steps) {
      assertThat(step.runOn(map)).as("%s", step).isEqualTo(step.runOn(model));
      assertThat(map).as("after %s", step).isEqualTo(model);
    }

    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
    map.validate();
  }
}
