package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The promises of java.util.concurrent for which guava's suites do not ask. A subclass has a static
 * method {@code maps} that returns a stream of the kinds of maps to be tested.
 *
 * @param <T> the type of a kind of map
 */
public abstract class ConcurrentMapContract<T> {

  /** Returns a new empty map. */
  protected abstract <V> ConcurrentMap<Long, V> newMap(T kind);

  /** Checks the inner structure of a map that no thread uses; throws if something is wrong. */
  protected abstract void validate(ConcurrentMap<?, ?> map);

  private ConcurrentMap<Long, String> oneAndTwo(T kind) {
    ConcurrentMap<Long, String> map = newMap(kind);
    map.put(1L, "one");
    map.put(2L, "two");
    return map;
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void functions_thatThrow_changeNothing(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);
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
    validate(map);
  }

  private static String rethrow(RuntimeException thrown) {
    throw thrown;
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void functions_withNothingToDo_areNotCalled(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.computeIfAbsent(1L, k -> fail())).isEqualTo("one");
    assertThat(map.computeIfPresent(3L, (k, v) -> fail())).isNull();
    assertThat(map.merge(3L, "three", (a, b) -> fail())).isEqualTo("three");
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void functions_thatReturnNull_leaveNoMapping(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);
    map.put(3L, "three");

    assertThat(map.computeIfPresent(1L, (k, v) -> null)).isNull();
    assertThat(map.compute(2L, (k, v) -> null)).isNull();
    assertThat(map.merge(3L, "", (a, b) -> null)).isNull();
    assertThat(map.compute(4L, (k, v) -> null)).isNull();
    assertThat(map.computeIfAbsent(5L, k -> null)).isNull();

    assertThat(map).isEmpty();
    validate(map);
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void functions_keyAndValue_areThoseOfTheMap(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.compute(1L, (k, v) -> k + v)).isEqualTo("1one");
    assertThat(map.compute(3L, (k, v) -> k + "" + v)).isEqualTo("3null");
    assertThat(map.computeIfPresent(2L, (k, v) -> k + v)).isEqualTo("2two");
    assertThat(map.merge(2L, "new", (a, b) -> a + b)).isEqualTo("2twonew");
    assertThat(map.computeIfAbsent(4L, k -> "" + k)).isEqualTo("4");

    assertThat(map).isEqualTo(Map.of(1L, "1one", 2L, "2twonew", 3L, "3null", 4L, "4"));
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void conditionals_values_areComparedByEquals(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.replace(1L, new String("one"), "other")).isTrue();
    assertThat(map.replace(1L, "one", "third")).isFalse();
    assertThat(map.remove(2L, new String("two"))).isTrue();
    assertThat(map.remove(1L, null)).isFalse();

    assertThat(map).isEqualTo(Map.of(1L, "other"));
  }

  /** A value that is equal to all. */
  private static final class EqualToAll {
    @Override
    public boolean equals(Object other) {
      return true;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void conditionals_asymmetricValues_askTheArgument(T kind) {
    ConcurrentMap<Long, Object> map = newMap(kind);
    map.put(1L, "one");
    map.put(2L, "two");
    map.put(3L, "three");

    assertThat(map.remove(1L, new EqualToAll())).isTrue();
    assertThat(map.replace(2L, new EqualToAll(), "new")).isTrue();
    assertThat(map.values().remove(new EqualToAll())).isTrue();

    assertThat(map).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void iterator_keyRemovedMeanwhile_stillGivesWhatHasNextPromised(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);
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
  @MethodSource("maps")
  protected final void iterator_removeAfterHasNext_removesTheLastGiven(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);
    Iterator<Long> keys = map.keySet().iterator();
    assertThatIllegalStateException().isThrownBy(keys::remove);

    Long first = keys.next();
    assertThat(keys.hasNext()).isTrue();
    keys.remove();

    assertThatIllegalStateException().isThrownBy(keys::remove);
    assertThat(map).hasSize(1).doesNotContainKey(first);
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void setValue_anyEntry_writesThroughAndRemembers(T kind) {
    ConcurrentMap<Long, String> map = newMap(kind);
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
  @MethodSource("maps")
  protected final void equals_otherMaps_comparesMappings(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.equals(oneAndTwo(kind))).isTrue();
    assertThat(map.equals(Map.of(1L, "one", 2L, "other"))).isFalse();
    assertThat(map.equals(Map.of(1L, "one", 3L, "two"))).isFalse();
    assertThat(map.equals(Map.of(1L, "one"))).isFalse();
    assertThat(map.equals((Object) Map.of("1", "one", "2", "two"))).isFalse();
    assertThat(map.equals(map.entrySet())).isFalse();
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void toString_mapInItself_ends(T kind) {
    ConcurrentMap<Long, Object> map = newMap(kind);
    map.put(1L, map);

    assertThat(map).hasToString("{1=(this Map)}");
  }
}
