package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jets.collections.internal.avl.OptimisticLock;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.StackEnd;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Operations at each depth of a small stack down to its end, first interpreted and then compiled:
 * what overflows leaves the map whole, and no lock held.
 */
class StackOverflowTest {
  private static final int ROUNDS = 60;

  private static final int THREADS = 4;
  private static final int CONTENDED_ROUNDS = TestScale.count(40);

  /** The number of mappings that are put at one moment. */
  private static final int TOGETHER = 6;

  private static final long KEYS = 24;
  private static final int ITERATED = 2_000;
  private static final long PATIENCE_SECONDS = 60;

  /** A key whose hash collides with others, and whose methods call deeper. */
  private record Key(long number) implements Comparable<Key> {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && deeper(3) == 0 && key.number == number;
    }

    @Override
    public int hashCode() {
      return (int) (number & 3);
    }

    @Override
    public int compareTo(Key other) {
      return deeper(3) == 0 ? Long.compare(number, other.number) : 0;
    }

    private static int deeper(int calls) {
      return calls == 0 ? 0 : deeper(calls - 1);
    }
  }

  private static Object key(MapUnderTest kind, long number) {
    return kind.has(MapUnderTest.Trait.ANY_KEY) ? new Key(number) : (Object) number;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // All keys are of the one class.
  private static AbstractConcurrentMap<Object, Long> newMap(MapUnderTest kind) {
    return (AbstractConcurrentMap) kind.ofLongs();
  }

  private static void operate(Map<Object, Long> map, Object key, int operation) {
    switch (operation % 6) {
      case 0 -> map.put(key, 1L);
      case 1 -> map.remove(key);
      case 2 -> map.compute(key, (k, v) -> v == null ? 1L : v + 1);
      case 3 -> map.remove(key, 1L);
      case 4 -> map.get(key);
      default -> map.merge(key, 1L, Long::sum);
    }
  }

  private static void runInThread(long stackBytes, Runnable work) throws Exception {
    assertThat(StackEnd.start(stackBytes, work).get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  private static void checkIsWhole(AbstractConcurrentMap<Object, Long> map, Object[] keys) {
    map.validate();
    int present = 0;
    for (Object key : keys) {
      present += map.get(key) == null ? 0 : 1;
    }
    assertThat(map).hasSize(present);
    int visited = 0;
    for (Map.Entry<Object, Long> mapping : map.entrySet()) {
      assertThat(map.get(mapping.getKey())).isEqualTo(mapping.getValue());
      visited++;
    }
    assertThat(visited).isEqualTo(present);

    for (Object key : keys) {
      map.put(key, 2L);
      assertThat(map.get(key)).isEqualTo(2L);
    }
    assertThat(map).hasSize((int) KEYS);
    map.validate();
    map.clear();
    assertThat(map).isEmpty();
    map.validate();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MINIMAL")
  void operations_atEachDepthOfTheStack_leaveTheMapWhole(MapUnderTest kind) throws Exception {
    AbstractConcurrentMap<Object, Long> map = newMap(kind);
    Object[] keys = new Object[(int) KEYS];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(kind, i);
    }
    for (int i = 0; i < 6 * keys.length; i++) {
      operate(map, keys[i % keys.length], i / keys.length); // Classes are loaded with stack left.
    }

    StackEnd stack =
        new StackEnd(0, number -> operate(map, keys[number % keys.length], number / 5));
    runInThread(
        StackEnd.BYTES,
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            stack.overflow();
          }
        });

    runInThread(0, () -> checkIsWhole(map, keys));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MINIMAL")
  void iteration_atEachDepthOfTheStack_givesEachKeyOnce(MapUnderTest kind) throws Exception {
    AbstractConcurrentMap<Long, Object> map = kind.ofLongs();
    for (long key = 0; key < ITERATED; key++) {
      map.put(key, key);
    }
    for (Map.Entry<Long, Object> mapping : map.entrySet()) {
      assertThat(mapping.getValue()).isEqualTo(mapping.getKey()); // Classes are loaded.
    }
    for (int round = 0; round < ROUNDS / 4; round++) {
      Iterator<Long> keys = map.keySet().iterator();
      Object[] seen = new Object[2 * ITERATED];
      int[] count = new int[1];
      StackEnd stack =
          new StackEnd(
              0,
              number -> {
                if (keys.hasNext()) {
                  Object key = keys.next();
                  seen[count[0]] = key;
                  count[0]++;
                }
              });

      runInThread(
          StackEnd.BYTES,
          () -> {
            for (int depths = 0; depths < ITERATED / StackEnd.DEPTHS / 2; depths++) {
              stack.overflow();
            }
          });
      while (keys.hasNext()) {
        seen[count[0]++] = keys.next();
      }

      assertThat(Arrays.copyOf(seen, count[0])).containsExactlyInAnyOrder(map.keySet().toArray());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MINIMAL")
  void operations_ofThreadsThatWaitForOneAnother_leaveTheMapWhole(MapUnderTest kind)
      throws Exception {
    AbstractConcurrentMap<Object, Long> map = newMap(kind);
    Object[] keys = new Object[(int) KEYS];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(kind, i);
    }
    for (int i = 0; i < 6 * keys.length; i++) {
      operate(map, keys[i % keys.length], i / keys.length); // Classes are loaded with stack left.
    }
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      StackEnd stack =
          new StackEnd(thread, number -> operate(map, keys[number % keys.length], number / 5));
      ends.add(
          StackEnd.start(
              StackEnd.BYTES,
              () -> {
                for (int round = 0; round < CONTENDED_ROUNDS; round++) {
                  stack.overflow();
                }
              }));
    }
    for (CompletableFuture<Boolean> end : ends) {
      assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    runInThread(0, () -> checkIsWhole(map, keys));
  }

  private static int descend(int frames, Runnable operation) {
    if (frames == 0) {
      operation.run();
      return 0;
    }
    return 1 + descend(frames - 1, operation);
  }

  /** Like {@link #descend}, by frames of another size. */
  private static int descend(int frames, Runnable operation, long a, long b) {
    if (frames == 0) {
      operation.run();
      return (int) (a + b);
    }
    return 1 + descend(frames - 1, operation, b, a);
  }

  private static boolean overflows(Runnable work) {
    try {
      work.run();
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  /**
   * Operates at each of the last depths of the stack, from its start each time: so that an overflow
   * does not take the pages which the JVM keeps for the handling of another one.
   */
  private static void overflowFromTheStart(Runnable operation) {
    int deepest = StackEnd.DEPTHS;
    while (!overflows(frames(deepest, () -> {}))) {
      deepest += StackEnd.DEPTHS / 4;
    }
    for (int frames = deepest - 4 * StackEnd.DEPTHS; frames < deepest; frames++) {
      overflows(frames(frames, operation));
      int wide = frames;
      overflows(() -> descend(4, () -> descend(wide - 8, operation), 1, 2));
    }
  }

  private static Runnable frames(int number, Runnable operation) {
    return () -> descend(number, operation);
  }

  @Test
  void lock_atEachDepthOfTheStack_isNotLeftHeld() throws Exception {
    for (int round = 0; round < ROUNDS / 6; round++) {
      OptimisticLock lock = new OptimisticLock(PrefixOrder.natural());
      Map<Long, Long> map = new LockedAvlTreeMap<>();
      runInThread(
          StackEnd.BYTES,
          () -> {
            overflowFromTheStart(() -> lockAndRelease(lock));
            overflowFromTheStart(map::clear);
          });

      assertThat(lock.isFree()).isTrue();
      runInThread(0, map::clear);
    }
  }

  private static void lockAndRelease(OptimisticLock lock) {
    long stamp = lock.lock();
    lock.owner = null;
    try {
      lock.word.unlockWrite(stamp);
    } catch (StackOverflowError e) {
      lock.abandoned = stamp;
    }
  }

  /** Different ones for each depth, all with this value. */
  private static List<Map<Object, Long>> changes(long value) {
    List<Map<Object, Long>> changes = new ArrayList<>();
    for (int depth = 0; depth < StackEnd.DEPTHS; depth++) {
      Map<Object, Long> change = new HashMap<>();
      for (int i = 0; i < TOGETHER; i++) {
        change.put(new Key(i * StackEnd.DEPTHS + depth), value);
      }
      changes.add(change);
    }
    return changes;
  }

  private static void putAllAtOnce(Map<Object, Long> map, Map<Object, Long> change) {
    if (map instanceof StripedHashMap<Object, Long> striped) {
      striped.putAllAtOnce(change);
    } else {
      ((ContentionAdaptingTreeMap<Object, Long>) map).putAllAtOnce(change);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.MATCH_ANY,
      names = {"STRIPED.*", "CONTENTION_ADAPTING.*"})
  void putAllAtOnce_atEachDepthOfTheStack_putsAllOrNone(MapUnderTest kind) throws Exception {
    AbstractConcurrentMap<Object, Long> map = newMap(kind);
    changes(0).forEach(change -> putAllAtOnce(map, change)); // Classes are loaded.
    int[] overflows = new int[1];
    List<List<Map<Object, Long>>> current = new ArrayList<>(List.of(changes(0)));
    StackEnd stack =
        new StackEnd(0, number -> putAllAtOnce(map, current.get(0).get(number % StackEnd.DEPTHS)));
    for (int round = 1; round <= ROUNDS / 2; round++) {
      List<Map<Object, Long>> changes = changes(round);
      current.set(0, changes);

      runInThread(StackEnd.BYTES, stack::overflow);

      map.validate();
      for (Map<Object, Long> change : changes) {
        Object any = change.keySet().iterator().next();
        Long value = map.get(any);
        overflows[0] += value == null || value != round ? 1 : 0;
        change.keySet().forEach(key -> assertThat(map.get(key)).isEqualTo(value));
      }
      assertThat(map).hasSize(StackEnd.DEPTHS * TOGETHER);
    }
    assertThat(overflows[0]).isPositive();
  }
}
