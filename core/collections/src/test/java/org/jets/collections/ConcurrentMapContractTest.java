package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.testkit.ConcurrentMapContract;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of concurrent maps, and what the maps of this module promise beyond it. */
class ConcurrentMapContractTest extends ConcurrentMapContract<MapUnderTest> {
  static Stream<MapUnderTest> maps() {
    return Stream.of(MapUnderTest.values());
  }

  @Override
  protected <V> ConcurrentMap<Long, V> newMap(MapUnderTest kind) {
    return kind.ofLongs();
  }

  @Override
  protected void validate(ConcurrentMap<?, ?> map) {
    AbstractConcurrentMap<?, ?> validated = (AbstractConcurrentMap<?, ?>) map;
    validated.validate();
    assertThat(validated.mappingCount()).isEqualTo(validated.keySet().stream().count());
  }

  private static AbstractConcurrentMap<Long, String> oneAndTwo(MapUnderTest kind) {
    AbstractConcurrentMap<Long, String> map = kind.ofLongs();
    map.put(1L, "one");
    map.put(2L, "two");
    return map;
  }

  /** A value that is equal to none, not even to itself. */
  private static final class EqualToNone {
    @Override
    public boolean equals(Object other) {
      return false;
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
    AbstractConcurrentMap<Long, EqualToNone> map = kind.ofLongs();
    EqualToNone odd = new EqualToNone();
    for (long key = 0; key < 6; key++) {
      map.put(key, odd);
    }

    assertThat(map.containsValue(odd)).isTrue();
    assertThat(map.entrySet().contains(Map.entry(1L, odd))).isTrue();
    assertThat(map.replace(1L, odd, odd)).isTrue();
    assertThat(map.remove(1L, odd)).isTrue();
    assertThat(map.values().remove(odd)).isTrue();
    assertThat(map.remove(4L, new EqualToNone())).isFalse();
    assertThat(map.values().removeIf(value -> true)).isTrue();

    assertThat(map.isEmpty()).isTrue();
    map.validate();
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
    assumeTrue(kind.has(MapUnderTest.Trait.ANY_KEY), "refuses all keys but Longs");
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
  void get_keyOfAnotherClassInAMapOfLongs_isRefused(MapUnderTest kind) {
    assumeFalse(kind.has(MapUnderTest.Trait.ANY_KEY), "takes keys of any class");
    Map<?, String> map = oneAndTwo(kind);
    List<ThrowingCallable> calls =
        List.of(
            () -> map.get("1"),
            () -> map.containsKey(1),
            () -> map.remove("1"),
            () -> map.remove("1", "one"),
            () -> map.getOrDefault(1, "default"),
            () -> map.keySet().contains("1"));

    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(ClassCastException.class);
    }
    assertThat(map).hasSize(2);
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
