package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
  protected final void functions_withoutOtherThreads_areCalledOnce(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);
    AtomicInteger calls = new AtomicInteger();

    map.compute(1L, (k, v) -> "" + calls.incrementAndGet());
    map.compute(3L, (k, v) -> "" + calls.incrementAndGet());
    map.computeIfAbsent(4L, k -> "" + calls.incrementAndGet());
    map.computeIfPresent(1L, (k, v) -> "" + calls.incrementAndGet());
    map.merge(1L, "", (a, b) -> "" + calls.incrementAndGet());
    assertThat(calls).hasValue(5);
    map.replaceAll((k, v) -> "" + calls.incrementAndGet());

    assertThat(calls).hasValue(9);
    assertThat(map.values()).containsExactlyInAnyOrder("6", "7", "8", "9");
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void functions_ofTwoThreads_loseNoUpdate(T kind) throws Exception {
    int rounds = 500;
    ConcurrentMap<Long, Integer> map = newMap(kind);
    CyclicBarrier start = new CyclicBarrier(2);
    Callable<Void> updates =
        () -> {
          for (int n = 0; n < rounds; n++) {
            start.await();
            map.compute(1L, (k, v) -> afterYield(v == null ? 1 : v + 1));
            map.merge(2L, 1, (a, b) -> afterYield(a + b));
            map.putIfAbsent(3L, 0);
            map.computeIfPresent(3L, (k, v) -> afterYield(v + 1));
          }
          return null;
        };
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      for (Future<Void> thread : List.of(executor.submit(updates), executor.submit(updates))) {
        thread.get(1, TimeUnit.MINUTES);
      }
    } finally {
      executor.shutdownNow();
    }

    assertThat(map).isEqualTo(Map.of(1L, 2 * rounds, 2L, 2 * rounds, 3L, 2 * rounds));
    validate(map);
  }

  /** Gives another thread the chance to come between. */
  @SuppressWarnings("ThreadPriorityCheck") // Makes a lost update likely, and waits for nothing.
  private static int afterYield(int value) {
    Thread.yield();
    return value;
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void changes_presentAndAbsentKeys_areMadeAndAnswered(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.putIfAbsent(1L, "other")).isEqualTo("one");
    assertThat(map.putIfAbsent(3L, "three")).isNull();
    assertThat(map).isEqualTo(Map.of(1L, "one", 2L, "two", 3L, "three"));
    assertThat(map.replace(4L, "four")).isNull();
    assertThat(map.replace(4L, "four", "other")).isFalse();
    assertThat(map.replace(3L, "new")).isEqualTo("three");
    assertThat(map).isEqualTo(Map.of(1L, "one", 2L, "two", 3L, "new"));
    assertThat(map.remove(4L)).isNull();
    assertThat(map.remove(2L)).isEqualTo("two");
    assertThat(map.put(1L, "last")).isEqualTo("one");

    assertThat(map).isEqualTo(Map.of(1L, "last", 3L, "new"));
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void getOrDefault_presentAndAbsentKeys_givesTheDefaultOnlyForAbsent(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    assertThat(map.getOrDefault(1L, "default")).isEqualTo("one");
    assertThat(map.getOrDefault(3L, "default")).isEqualTo("default");
    assertThat(map.getOrDefault(3L, null)).isNull();
    assertThat(map).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void size_manyMappings_isTheirNumber(T kind) {
    ConcurrentMap<Long, String> map = newMap(kind);
    assertThat(map.isEmpty()).isTrue();
    for (int count = 1; count <= 300; count++) {
      map.put((long) count, "value");
      assertThat(map.size()).isEqualTo(count);
    }
    assertThat(map.keySet().size()).isEqualTo(300);
    assertThat(map.values().size()).isEqualTo(300);
    assertThat(map.entrySet().size()).isEqualTo(300);
    for (int count = 299; count >= 0; count--) {
      map.remove(count + 1L);
      assertThat(map.size()).isEqualTo(count);
    }
    assertThat(map.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void forEach_allMappings_areGivenOnce(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);
    List<Map.Entry<Long, String>> given = new ArrayList<>();

    map.forEach((key, value) -> given.add(Map.entry(key, value)));

    assertThat(given).containsExactlyInAnyOrder(Map.entry(1L, "one"), Map.entry(2L, "two"));
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void replaceAll_allMappings_getTheResults(T kind) {
    ConcurrentMap<Long, String> map = oneAndTwo(kind);

    map.replaceAll((key, value) -> key + value);

    assertThat(map).isEqualTo(Map.of(1L, "1one", 2L, "2two"));
    validate(map);
  }

  @ParameterizedTest
  @MethodSource("maps")
  protected final void hashCode_anyMappings_isThatOfEachMap(T kind) {
    assertThat(newMap(kind).hashCode()).isEqualTo(Map.of().hashCode());
    assertThat(oneAndTwo(kind).hashCode()).isEqualTo(Map.of(1L, "one", 2L, "two").hashCode());
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
