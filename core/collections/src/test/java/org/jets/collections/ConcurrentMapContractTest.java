package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Promises of java.util.concurrent for which guava's suites do not ask. */
class ConcurrentMapContractTest {

  private static AbstractConcurrentMap<Long, String> oneAndTwo(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = kind.ofLongs();
    map.put(1L, "one");
    map.put(2L, "two");
    return map;
  }

  @ParameterizedTest
  @EnumSource
  void functions_thatThrow_changeNothing(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);
    IllegalArgumentException thrown = new IllegalArgumentException();
    List<Runnable> calls =
        List.of(
            () -> map.computeIfAbsent(3L, k -> rethrow(thrown)),
            () -> map.computeIfPresent(1L, (k, v) -> rethrow(thrown)),
            () -> map.compute(1L, (k, v) -> rethrow(thrown)),
            () -> map.compute(3L, (k, v) -> rethrow(thrown)),
            () -> map.merge(1L, "", (a, b) -> rethrow(thrown)));

    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isSameAs(thrown);
    }

    assertThat(map).isEqualTo(Map.of(1L, "one", 2L, "two"));
    assertThat(map.put(1L, "later")).isEqualTo("one");
    assertThat(map.put(3L, "three")).isNull();
    map.validate();
  }

  private static String rethrow(RuntimeException thrown) {
    throw thrown;
  }

  @ParameterizedTest
  @EnumSource
  void functions_withNothingToDo_areNotCalled(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.computeIfAbsent(1L, k -> fail())).isEqualTo("one");
    assertThat(map.computeIfPresent(3L, (k, v) -> fail())).isNull();
    assertThat(map.merge(3L, "three", (a, b) -> fail())).isEqualTo("three");
  }

  @ParameterizedTest
  @EnumSource
  void functions_thatReturnNull_leaveNoMapping(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);
    map.put(3L, "three");

    assertThat(map.computeIfPresent(1L, (k, v) -> null)).isNull();
    assertThat(map.compute(2L, (k, v) -> null)).isNull();
    assertThat(map.merge(3L, "", (a, b) -> null)).isNull();
    assertThat(map.compute(4L, (k, v) -> null)).isNull();
    assertThat(map.computeIfAbsent(5L, k -> null)).isNull();

    assertThat(map).isEmpty();
    assertThat(map.mappingCount()).isZero();
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void functions_keyAndValue_areThoseOfTheMap(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.compute(1L, (k, v) -> k + v)).isEqualTo("1one");
    assertThat(map.compute(3L, (k, v) -> k + "" + v)).isEqualTo("3null");
    assertThat(map.computeIfPresent(2L, (k, v) -> k + v)).isEqualTo("2two");
    assertThat(map.merge(2L, "new", (a, b) -> a + b)).isEqualTo("2twonew");
    assertThat(map.computeIfAbsent(4L, k -> "" + k)).isEqualTo("4");

    assertThat(map).isEqualTo(Map.of(1L, "1one", 2L, "2twonew", 3L, "3null", 4L, "4"));
  }

  @ParameterizedTest
  @EnumSource
  void conditionals_values_areComparedByEquals(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.replace(1L, new String("one"), "other")).isTrue();
    assertThat(map.replace(1L, "one", "third")).isFalse();
    assertThat(map.remove(2L, new String("two"))).isTrue();
    assertThat(map.remove(1L, null)).isFalse();

    assertThat(map).isEqualTo(Map.of(1L, "other"));
  }

  /** A value that is equal to all, or to none: itself included. */
  private record Odd(boolean isEqual) {
    @Override
    public boolean equals(Object other) {
      return isEqual;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void conditionals_valueNotEqualToItself_isFoundByIdentity(MapUnderTest kind) {
    assumeFalse(kind == MapUnderTest.MINIMAL, "the JDK's asks equals alone");
    AbstractConcurrentMap<Long, Odd> map = kind.ofLongs();
    Odd odd = new Odd(false);
    for (long key = 0; key < 6; key++) {
      map.put(key, odd);
    }

    assertThat(map.containsValue(odd)).isTrue();
    assertThat(map.entrySet().contains(Map.entry(1L, odd))).isTrue();
    assertThat(map.replace(1L, odd, odd)).isTrue();
    assertThat(map.remove(1L, odd)).isTrue();
    assertThat(map.values().remove(odd)).isTrue();
    assertThat(map.remove(4L, new Odd(false))).isFalse();
    assertThat(map.values().removeIf(value -> true)).isTrue();

    assertThat(map.isEmpty()).isTrue();
    map.validate();
  }

  @ParameterizedTest
  @EnumSource
  void conditionals_asymmetricValues_askTheArgument(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Object> map = kind.ofLongs();
    map.put(1L, "one");
    map.put(2L, "two");
    map.put(3L, "three");

    assertThat(map.remove(1L, new Odd(true))).isTrue();
    assertThat(map.replace(2L, new Odd(true), "new")).isTrue();
    assertThat(map.values().remove(new Odd(true))).isTrue();

    assertThat(map).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#generic")
  void put_equalKey_keepsTheKeyThatIsThere(MapUnderTest kind) {
    AbstractConcurrentMap<String, Integer> map = kind.ofAny();
    String first = new String("key");

    map.put(first, 1);
    map.put(new String("key"), 2);
    map.compute(new String("key"), (k, v) -> v + 1);

    assertThat(map.keySet().iterator().next()).isSameAs(first);
    assertThat(map).isEqualTo(Map.of("key", 3));
  }

  @ParameterizedTest
  @EnumSource
  void iterator_keyRemovedMeanwhile_stillGivesWhatHasNextPromised(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);
    map.remove(2L);
    Iterator<Map.Entry<Long, String>> entries = map.entrySet().iterator();

    assertThat(entries.hasNext()).isTrue();
    map.clear();

    assertThat(entries.next()).isEqualTo(Map.entry(1L, "one"));
    assertThat(entries.hasNext()).isFalse();
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
    assertThat(entries.hasNext()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void iterator_removeAfterHasNext_removesTheLastGiven(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);
    Iterator<Long> keys = map.keySet().iterator();
    assertThatIllegalStateException().isThrownBy(keys::remove);

    Long first = keys.next();
    assertThat(keys.hasNext()).isTrue();
    keys.remove();

    assertThatIllegalStateException().isThrownBy(keys::remove);
    assertThat(map).hasSize(1).doesNotContainKey(first);
  }

  @ParameterizedTest
  @EnumSource
  void setValue_anyEntry_writesThroughAndRemembers(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = kind.ofLongs();
    map.put(1L, "one");
    Map.Entry<Long, String> entry = map.entrySet().iterator().next();

    map.put(1L, "changed");
    assertThat(entry.getValue()).isEqualTo("one");
    assertThat(entry.setValue("written")).isEqualTo("one");

    assertThat(entry).isEqualTo(Map.entry(1L, "written")).hasToString("1=written");
    assertThat(entry.hashCode()).isEqualTo(Map.entry(1L, "written").hashCode());
    assertThat(map).isEqualTo(Map.of(1L, "written"));
  }

  @ParameterizedTest
  @EnumSource
  void removeIf_valueChangedMeanwhile_leavesIt(MapUnderTest kind) {
    assumeFalse(kind.has(MapUnderTest.Trait.ATOMIC_RANGES), "its function must not change it");
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);

    boolean removed =
        map.values()
            .removeIf(
                value -> {
                  if (value.equals("one")) {
                    map.put(1L, "new");
                  }
                  return true;
                });

    assertThat(removed).isTrue();
    assertThat(map).isEqualTo(Map.of(1L, "new"));
    assertThat(map.entrySet().removeIf(entry -> map.put(1L, "newer") != null)).isFalse();
    assertThat(map).isEqualTo(Map.of(1L, "newer"));
  }

  /** Contains nothing, and changes a mapping when it is asked about its value. */
  private static final class Changing extends AbstractCollection<Object> {
    private final Map<Long, String> map;

    Changing(Map<Long, String> map) {
      this.map = map;
    }

    @Override
    public boolean contains(Object asked) {
      if (asked.equals("one") || asked.equals(Map.entry(1L, "one"))) {
        map.put(1L, "new");
      }
      return false;
    }

    @Override
    public Iterator<Object> iterator() {
      return Collections.emptyIterator();
    }

    @Override
    public int size() {
      return 0;
    }
  }

  @ParameterizedTest
  @EnumSource
  void retainAll_valueChangedMeanwhile_leavesIt(MapUnderTest kind) {
    assumeFalse(kind.has(MapUnderTest.Trait.ATOMIC_RANGES), "its function must not change it");
    AbstractConcurrentMap<Long, String> ofValues = oneAndTwo(kind);
    AbstractConcurrentMap<Long, String> ofEntries = oneAndTwo(kind);

    assertThat(ofValues.values().retainAll(new Changing(ofValues))).isTrue();
    assertThat(ofEntries.entrySet().retainAll(new Changing(ofEntries))).isTrue();

    assertThat(ofValues).isEqualTo(Map.of(1L, "new"));
    assertThat(ofEntries).isEqualTo(Map.of(1L, "new"));
  }

  @ParameterizedTest
  @EnumSource
  void replaceAll_valueChangedMeanwhile_runsAgain(MapUnderTest kind) {
    assumeFalse(kind.has(MapUnderTest.Trait.ATOMIC_RANGES), "its function must not change it");
    AbstractConcurrentMap<Long, String> map = kind.ofLongs();
    map.put(1L, "one");

    map.replaceAll((k, v) -> map.replace(1L, "one", "changed") ? "lost" : v + "!");

    assertThat(map).isEqualTo(Map.of(1L, "changed!"));
  }

  @ParameterizedTest
  @EnumSource
  void get_keyOfAnotherClass_isAbsent(MapUnderTest kind) {
    assumeFalse(
        kind == MapUnderTest.MINIMAL || kind.has(MapUnderTest.Trait.ORDERED),
        "its comparison throws, as that of a TreeMap");
    Map<?, String> map = oneAndTwo(kind);

    assertThat(map.get("1")).isNull();
    assertThat(map.containsKey(1)).isFalse();
    assertThat(map.remove("1")).isNull();
    assertThat(map.remove("1", "one")).isFalse();
    assertThat(map.getOrDefault(1, "default")).isEqualTo("default");
    assertThat(map.keySet().contains("1")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void equals_otherMaps_comparesMappings(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.equals(oneAndTwo(kind))).isTrue();
    assertThat(map.equals(Map.of(1L, "one", 2L, "other"))).isFalse();
    assertThat(map.equals(Map.of(1L, "one", 3L, "two"))).isFalse();
    assertThat(map.equals(Map.of(1L, "one"))).isFalse();
    assertThat(map.equals((Object) Map.of("1", "one", "2", "two"))).isFalse();
    assertThat(map.equals(map.entrySet())).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void toString_mapInItself_ends(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Object> map = kind.ofLongs();
    map.put(1L, map);

    assertThat(map).hasToString("{1=(this Map)}");
  }

  @ParameterizedTest
  @EnumSource
  void keySet_add_isNotSupported(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = kind.ofLongs();

    assertThatThrownBy(() -> map.keySet().add(1L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.entrySet().add(Map.entry(1L, "one")))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @EnumSource
  void serialization_anyMap_isRefused(MapUnderTest kind) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      assertThatThrownBy(() -> out.writeObject(oneAndTwo(kind)))
          .isInstanceOf(NotSerializableException.class);
    }
  }
}
