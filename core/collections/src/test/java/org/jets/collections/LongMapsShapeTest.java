package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The maps of keys of type {@code long} have the same methods, so that one replaces the other. */
class LongMapsShapeTest {

  static Stream<Method> methods() {
    return Stream.of(LongHashMap.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void methodOfTheHashMap_hasItsLikeInTheTree(Method method) throws NoSuchMethodException {
    Method like = LongTreeMap.class.getMethod(method.getName(), method.getParameterTypes());

    if (method.getReturnType() == LongHashMap.class) {
      assertThat(like.getReturnType()).isEqualTo(LongTreeMap.class);
    } else {
      assertThat(method.getReturnType()).isAssignableFrom(like.getReturnType());
    }
  }

  /** Calls of a map with a key of another class. */
  @SuppressWarnings({
    "ImmutableEnumChecker", // The functions have no state.
    "CollectionUndefinedEquality"
  })
  enum WrongKey {
    GET((map, key) -> map.get(key)),
    GET_OR_DEFAULT((map, key) -> map.getOrDefault(key, "none")),
    CONTAINS((map, key) -> map.containsKey(key)),
    PUT((map, key) -> map.put(key, "other")),
    PUT_IF_ABSENT((map, key) -> map.putIfAbsent(key, "other")),
    REMOVE((map, key) -> map.remove(key)),
    REMOVE_MAPPING((map, key) -> map.remove(key, "seven")),
    REPLACE((map, key) -> map.replace(key, "other")),
    REPLACE_MAPPING((map, key) -> map.replace(key, "seven", "other")),
    COMPUTE((map, key) -> map.compute(key, (same, old) -> null)),
    COMPUTE_IF_ABSENT((map, key) -> map.computeIfAbsent(key, same -> "other")),
    COMPUTE_IF_PRESENT((map, key) -> map.computeIfPresent(key, (same, old) -> null)),
    MERGE((map, key) -> map.merge(key, "other", (a, b) -> null)),
    KEYS_CONTAIN((map, key) -> map.keySet().contains(key)),
    KEYS_REMOVE((map, key) -> map.keySet().remove(key)),
    ENTRIES_CONTAIN((map, key) -> map.entrySet().contains(Map.entry(key, "seven"))),
    ENTRIES_REMOVE((map, key) -> map.entrySet().remove(Map.entry(key, "seven")));

    private final BiFunction<ConcurrentMap<Object, Object>, Object, @Nullable Object> call;

    WrongKey(BiFunction<ConcurrentMap<Object, Object>, Object, @Nullable Object> call) {
      this.call = call;
    }
  }

  @SuppressWarnings("unchecked") // As a caller that knows no better.
  private static List<ConcurrentMap<Object, Object>> views(
      LongHashMap<String> a, LongTreeMap<String> b) {
    return List.of(
        (ConcurrentMap<Object, Object>) (Map<?, ?>) a.asMap(),
        (ConcurrentMap<Object, Object>) (Map<?, ?>) b.asMap());
  }

  @ParameterizedTest
  @EnumSource
  void asMap_keyOfAnotherClass_isRefusedByBoth(WrongKey wrong) {
    LongHashMap<String> table = new LongHashMap<>();
    LongTreeMap<String> tree = new LongTreeMap<>();
    for (ConcurrentMap<Object, Object> view : views(table, tree)) {
      for (Object key : List.of(7, "7", (short) 7, new Object())) {
        assertThatExceptionOfType(ClassCastException.class)
            .as("empty, key %s", key)
            .isThrownBy(() -> wrong.call.apply(view, key));
        view.put(7L, "seven");
        assertThatExceptionOfType(ClassCastException.class)
            .as("key %s", key)
            .isThrownBy(() -> wrong.call.apply(view, key));
        assertThat(view).isEqualTo(Map.of(7L, "seven"));
        view.clear();
      }
    }
  }

  @Test
  void asMap_comparedWithAMapOfOtherKeys_isNotEqual() {
    LongHashMap<String> table = new LongHashMap<>();
    LongTreeMap<String> tree = new LongTreeMap<>();
    table.put(7, "seven");
    tree.put(7, "seven");

    for (Map<Object, Object> view : views(table, tree)) {
      assertThat(view.equals(Map.of("7", "seven"))).isFalse();
      assertThat(new HashMap<>(Map.of(7, "seven")).equals(view)).isFalse();
      assertThat(view.keySet().equals(Set.of("7"))).isFalse();
      assertThat(new HashSet<>(Set.of(7)).equals(view.keySet())).isFalse();
      assertThat(view.entrySet().equals(Map.of(7, "seven").entrySet())).isFalse();
    }
  }
}
