package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A null is refused before anything has changed, by each operation. */
class NullArgumentsTest {

  /** Operations by what is null in them. */
  @SuppressWarnings({"ImmutableEnumChecker", "ReturnValueIgnored"}) // Stateless; none returns.
  private enum Call {
    GET_KEY(map -> map.get(null)),
    GET_OR_DEFAULT_KEY(map -> map.getOrDefault(null, "default")),
    CONTAINS_KEY(map -> map.containsKey(null)),
    CONTAINS_VALUE(map -> map.containsValue(null)),
    PUT_KEY(map -> map.put(null, "new")),
    PUT_VALUE(map -> map.put(1L, null)),
    PUT_VALUE_OF_NEW_KEY(map -> map.put(2L, null)),
    PUT_IF_ABSENT_KEY(map -> map.putIfAbsent(null, "new")),
    PUT_IF_ABSENT_VALUE(map -> map.putIfAbsent(2L, null)),
    PUT_IF_ABSENT_VALUE_OF_PRESENT_KEY(map -> map.putIfAbsent(1L, null)),
    PUT_ALL_VALUE(map -> map.putAll(Collections.singletonMap(1L, null))),
    REMOVE_KEY(map -> map.remove(null)),
    REMOVE_KEY_OF_MAPPING(map -> map.remove(null, "one")),
    REPLACE_KEY(map -> map.replace(null, "new")),
    REPLACE_VALUE(map -> map.replace(1L, null)),
    REPLACE_MAPPING_KEY(map -> map.replace(null, "one", "new")),
    REPLACE_MAPPING_OLD(map -> map.replace(1L, null, "new")),
    REPLACE_MAPPING_NEW(map -> map.replace(1L, "one", null)),
    COMPUTE_IF_ABSENT_KEY(map -> map.computeIfAbsent(null, k -> "new")),
    COMPUTE_IF_ABSENT_FUNCTION(map -> map.computeIfAbsent(1L, null)),
    COMPUTE_IF_PRESENT_KEY(map -> map.computeIfPresent(null, (k, v) -> "new")),
    COMPUTE_IF_PRESENT_FUNCTION(map -> map.computeIfPresent(2L, null)),
    COMPUTE_KEY(map -> map.compute(null, (k, v) -> "new")),
    COMPUTE_FUNCTION(map -> map.compute(1L, null)),
    MERGE_KEY(map -> map.merge(null, "new", (a, b) -> "both")),
    MERGE_VALUE(map -> map.merge(1L, null, (a, b) -> "both")),
    MERGE_FUNCTION(map -> map.merge(2L, "new", null)),
    FOR_EACH(map -> map.forEach(null)),
    REPLACE_ALL(map -> map.replaceAll(null)),
    REPLACE_ALL_TO_NULL(map -> map.replaceAll((k, v) -> null)),
    KEYS_REMOVE(map -> map.keySet().remove(null)),
    KEYS_CONTAINS(map -> map.keySet().contains(null)),
    KEYS_REMOVE_IF(map -> map.keySet().removeIf(null)),
    VALUES_REMOVE(map -> map.values().remove(null)),
    VALUES_CONTAINS(map -> map.values().contains(null)),
    VALUES_REMOVE_IF(map -> map.values().removeIf(null)),
    ENTRIES_REMOVE_IF(map -> map.entrySet().removeIf(null)),
    ENTRY_SET_VALUE(map -> map.entrySet().iterator().next().setValue(null)),
    SPLITERATOR_ACTION(map -> map.keySet().spliterator().tryAdvance(null)),
    BULK_FOR_EACH(map -> map.forEach(1, null)),
    BULK_SEARCH(map -> map.search(1, null)),
    BULK_REDUCE(map -> map.reduce(1, (k, v) -> k, null));

    private final Consumer<AbstractConcurrentMap<Long, String>> body;

    Call(Consumer<AbstractConcurrentMap<Long, String>> body) {
      this.body = body;
    }
  }

  /** Calls of one map alone, and constructors, by the name of the argument that is null. */
  private static final Map<String, List<ThrowingCallable>> NAMED =
      Map.of(
          "mappings",
          List.of(
              () -> new SplitOrderedHashMap<>((Map<Long, Long>) null),
              () -> new StripedHashMap<Long, Long>().putAllAtOnce(null),
              () -> new StripedHashMap<Long, Long>().putAllIfAbsent(null),
              () -> new ContentionAdaptingTreeMap<Long, Long>().putAllAtOnce(null),
              () -> new ContentionAdaptingTreeMap<Long, Long>().putAllIfAbsent(null)),
          "options",
          List.of(
              () -> new StripedHashMap<Long, Long>((StripedOptions) null),
              () -> new LockedAvlTreeMap<Long, Long>(null, null)),
          "strategy",
          List.of(() -> new StripedHashMap<>(StripedOptions.defaults(), null)),
          "container",
          List.of(() -> ContentionAdaptingOptions.defaults().withContainer(null)));

  @Test
  void call_null_isNamedInTheMessage() {
    NAMED.forEach(
        (name, calls) ->
            calls.forEach(
                call -> assertThatNullPointerException().isThrownBy(call).withMessage(name)));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MINIMAL") // Of the tests.
  void callOfEachMap_null_isNamedInTheMessage(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    CursorMap<Long, Long> cursor = (CursorMap<Long, Long>) map;

    Map<String, List<ThrowingCallable>> named =
        Map.of(
            "mappings",
            List.of(() -> map.putAll(null)),
            "key",
            List.of(
                () -> cursor.keyAfter(null),
                () -> cursor.entryAfter(null),
                () -> cursor.entriesAfter(null),
                () -> map.get(null),
                () -> map.put(null, 1L)),
            "value",
            List.of(() -> map.put(1L, null)),
            "reducer",
            List.of(
                () -> map.reduce(1, (k, v) -> v, null),
                () -> map.reduceToLong(1, (k, v) -> v, 0, null),
                () -> map.reduceToInt(1, (k, v) -> 0, 0, null),
                () -> map.reduceToDouble(1, (k, v) -> v, 0, null)));

    named.forEach(
        (name, calls) ->
            calls.forEach(
                call -> assertThatNullPointerException().isThrownBy(call).withMessage(name)));
  }

  static Stream<Arguments> all() {
    return Stream.of(MapUnderTest.values())
        .flatMap(map -> Arrays.stream(Call.values()).map(call -> Arguments.of(map, call)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void call_null_isRefusedAndChangesNothing(MapUnderTest kind, Call call) {
    AbstractConcurrentMap<Long, String> map = kind.ofLongs();
    map.put(1L, "one");

    assertThatNullPointerException().isThrownBy(() -> call.body.accept(map));

    assertThat(map).isEqualTo(Map.of(1L, "one"));
    map.validate();
  }
}
