package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jets.collections.internal.linear.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that collide, callbacks that throw, and callbacks that use the map that calls them. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StripedHashMapFaultTest {

  static List<StripedOptions> options() {
    return List.of(
        StripedOptions.defaults(),
        StripedOptions.defaults().withSingleLock().withReaderGroups(2),
        StripedOptions.defaults().withFixedLocks(16).withCentralCounter());
  }

  // Colliding keys

  /** Lists of equal hashes that are different: "Aa" and "BB" collide. */
  private static List<List<String>> collidingLists() {
    List<List<String>> lists = new ArrayList<>();
    for (int bits = 0; bits < 64; bits++) {
      List<String> list = new ArrayList<>();
      for (int bit = 0; bit < 6; bit++) {
        list.add((bits >>> bit & 1) == 0 ? "Aa" : "BB");
      }
      lists.add(list);
    }
    return lists;
  }

  @Test
  void get_collidingKeysOfAnotherClass_areFound() {
    StripedHashMap<List<String>, Integer> map = new StripedHashMap<>();
    List<List<String>> lists = collidingLists();
    for (int i = 0; i < lists.size(); i++) {
      assertThat(map.put(lists.get(i), i)).isNull();
    }

    for (int i = 0; i < lists.size(); i++) {
      List<String> equal = List.copyOf(lists.get(i));
      assertThat(map.get(equal)).isEqualTo(i);
      assertThat(map.put(equal, i)).isEqualTo(i);
    }
    assertThat(map).hasSize(lists.size());
    map.validate();
    for (int i = 0; i < lists.size(); i++) {
      assertThat(map.remove(Collections.unmodifiableList(lists.get(i)))).isEqualTo(i);
    }
    assertThat(map).isEmpty();
    map.validate();
  }

  /** Keys of one hash, in an order that the test chooses. */
  private static class Key implements Comparable<Key> {
    final int number;

    Key(int number) {
      this.number = number;
    }

    @Override
    public int compareTo(Key other) {
      return Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.number == number;
    }

    @Override
    public int hashCode() {
      return 7;
    }

    @Override
    public String toString() {
      return "key " + number;
    }
  }

  private static final class Subkey extends Key {
    Subkey(int number) {
      super(number);
    }
  }

  @Test
  void get_keysOfASubclassWithoutItsOwnOrder_areFound() {
    StripedHashMap<Key, Integer> map = new StripedHashMap<>();
    for (int i = 0; i < 200; i++) {
      map.put(i % 2 == 0 ? new Key(i) : new Subkey(i), i);
    }

    for (int i = 0; i < 200; i++) {
      assertThat(map.get(i % 2 == 0 ? new Subkey(i) : new Key(i))).isEqualTo(i);
      assertThat(map.put(i % 2 == 0 ? new Subkey(i) : new Key(i), i)).isEqualTo(i);
    }
    assertThat(map).hasSize(200);
    map.validate();
  }

  /** Cannot be compared with every other one of its class. */
  private static final class Choosy implements Comparable<Choosy> {
    private final Object content;

    Choosy(Object content) {
      this.content = content;
    }

    @Override
    @SuppressWarnings("unchecked")
    public int compareTo(Choosy other) {
      return ((Comparable<Object>) content).compareTo(other.content);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Choosy choosy && choosy.content.equals(content);
    }

    @Override
    public int hashCode() {
      return 7;
    }
  }

  /** A put that cannot compare throws, and all that were put stay. */
  @Test
  void put_orderOfSomePairsThrows_losesNoneThatWasPut() {
    StripedHashMap<Choosy, Integer> map = new StripedHashMap<>();
    IdentityHashMap<Choosy, Integer> model =
        new IdentityHashMap<>(); // A HashMap cannot compare them either.
    for (int i = 0; i < 200; i++) {
      Choosy key = new Choosy(i % 2 == 0 ? (Object) i : "text " + i);
      try {
        map.put(key, i);
        model.put(key, i);
      } catch (ClassCastException e) {
        assertThat(map.size()).isEqualTo(model.size());
      }
    }

    assertThat(model).hasSizeGreaterThanOrEqualTo(BucketLayout.PAIRS);
    IdentityHashMap<Choosy, Integer> found = new IdentityHashMap<>();
    map.forEach((key, value) -> assertThat(found.put(key, value)).isNull());
    assertThat(found.keySet().containsAll(model.keySet())).isTrue();
    assertThat(found).hasSameSizeAs(model);
    map.validate();
  }

  /** Finds those that compare as equal without being so. */
  @Test
  void get_orderInconsistentWithEquals_findsEach() {
    class Coarse extends Key {
      Coarse(int number) {
        super(number);
      }
    }
    HashingStrategy<Key> strategy = new OrderedHashing(Comparator.comparing(key -> key.number / 8));
    StripedHashMap<Key, Integer> map = new StripedHashMap<>(StripedOptions.defaults(), strategy);
    for (int i = 0; i < 500; i++) {
      assertThat(map.put(new Coarse(i), i)).isNull();
    }
    for (int i = 0; i < 500; i++) {
      assertThat(map.get(new Key(i))).isEqualTo(i);
    }
    map.validate();
    for (int i = 0; i < 500; i++) {
      assertThat(map.remove(new Key(i))).isEqualTo(i);
    }
    assertThat(map).isEmpty();
  }

  /** A strategy that is a comparator too, as one for terms is. */
  private static final class OrderedHashing implements HashingStrategy<Key>, Comparator<Key> {
    private final Comparator<Key> order;
    private long comparisons;

    OrderedHashing(Comparator<Key> order) {
      this.order = order;
    }

    @Override
    public int hash(Key key) {
      return 7;
    }

    @Override
    public boolean equal(Key a, Key b) {
      comparisons++;
      return a.number == b.number;
    }

    @Override
    public int compare(Key a, Key b) {
      comparisons++;
      return order.compare(a, b);
    }
  }

  /** Keys of two classes without an order between them. */
  @Test
  void put_strategyThatComparesClassesWithEachOther_takesLogarithmicTime() {
    OrderedHashing strategy = new OrderedHashing(Comparator.comparing(key -> key.number));
    StripedHashMap<Key, Integer> map = new StripedHashMap<>(StripedOptions.defaults(), strategy);
    int count = 10_000;
    for (int i = 0; i < count; i++) {
      map.put(i % 2 == 0 ? new Key(i) : new Subkey(i), i);
    }
    for (int i = 0; i < count; i++) {
      assertThat(map.get(i % 2 == 0 ? new Subkey(i) : new Key(i))).isEqualTo(i);
    }

    assertThat(strategy.comparisons).isLessThan(200L * count);
    map.validate();
  }

  @Test
  void keyAfter_manyCollidingKeys_takesLogarithmicTimeForEach() {
    OrderedHashing strategy = new OrderedHashing(Comparator.comparing(key -> key.number));
    StripedHashMap<Key, Integer> map = new StripedHashMap<>(StripedOptions.defaults(), strategy);
    int count = 10_000;
    for (int i = 0; i < count; i++) {
      map.put(new Key(i * 7919 % count), i);
    }
    strategy.comparisons = 0;

    int next = 0;
    for (Key key = map.firstKeyOrNull(); key != null; key = map.keyAfter(new Key(key.number))) {
      assertThat(key.number).isEqualTo(next++);
    }

    assertThat(next).isEqualTo(count);
    assertThat(strategy.comparisons).isLessThan(200L * count);
  }

  @Test
  void keyAfter_collidingKeysWithoutAnOrder_comesToEachOnce() {
    StripedHashMap<List<String>, Integer> map = new StripedHashMap<>();
    collidingLists().forEach(list -> map.put(list, 1));
    List<List<String>> reached = new ArrayList<>();

    List<String> key = map.firstKeyOrNull();
    while (key != null) {
      reached.add(key);
      key = map.keyAfter(List.copyOf(key));
    }

    assertThat(reached).containsExactlyInAnyOrderElementsOf(collidingLists());
    Iterator<Map.Entry<List<String>, Integer>> behind = map.entriesAfter(reached.get(10));
    List<List<String>> rest = new ArrayList<>();
    behind.forEachRemaining(entry -> rest.add(entry.getKey()));
    assertThat(rest).isEqualTo(reached.subList(11, reached.size()));
  }

  @Test
  void keyAfter_collidingKeyThatWasRemoved_resumesAfterIt() {
    StripedHashMap<Key, Integer> map = new StripedHashMap<>();
    for (int i = 0; i < 500; i++) {
      map.put(new Key(i), i);
    }
    List<Integer> reached = new ArrayList<>();

    for (Key key = map.firstKeyOrNull(); key != null; key = map.keyAfter(key)) {
      reached.add(key.number);
      map.remove(key);
    }

    assertThat(reached).hasSize(500).isSorted().doesNotHaveDuplicates();
    assertThat(map).isEmpty();
    map.validate();
  }

  // Callbacks that throw

  /** Throws at the k-th callback. */
  private static final class Fuse {
    private int left = Integer.MAX_VALUE;

    void burn() {
      if (--left == 0) {
        throw new StackOverflowError("injected");
      }
    }
  }

  /** Throws as it is told, in its hash, its equality and its order. */
  private record Fused(Fuse fuse, int number, int hash, boolean isValue)
      implements Comparable<Fused> {
    @Override
    public int hashCode() {
      fuse.burn();
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      fuse.burn();
      return other instanceof Fused fused && fused.number == number && fused.isValue == isValue;
    }

    @Override
    public int compareTo(Fused other) {
      fuse.burn();
      return Integer.compare(number, other.number);
    }
  }

  /** An operation on a map whose keys are even; 41 and 43 are absent. */
  private enum Operation {
    PUT,
    PUT_NEW,
    REMOVE_FIRST,
    REMOVE_LAST,
    REMOVE_MAPPING,
    REPLACE_MAPPING,
    COMPUTE,
    COMPUTE_NEW,
    COMPUTE_TO_NULL,
    MERGE,
    PUT_ALL_IF_ABSENT,
    PUT_ALL_AT_ONCE,
    CLEAR,
    ITERATOR_REMOVE;

    private void run(StripedHashMap<Fused, Fused> map, Fuse fuse, int hashes) {
      Fused present = key(fuse, 40, hashes);
      Fused absent = key(fuse, 41, hashes);
      Fused value = value(fuse, -1);
      switch (this) {
        case PUT -> map.put(present, value);
        case PUT_NEW -> map.put(absent, value);
        case REMOVE_FIRST -> map.remove(key(fuse, 0, hashes));
        case REMOVE_LAST -> map.remove(key(fuse, 2 * KEYS - 2, hashes));
        case REMOVE_MAPPING -> map.remove(present, value(fuse, 40));
        case REPLACE_MAPPING -> map.replace(present, value(fuse, 40), value);
        case COMPUTE -> map.compute(present, (key, old) -> burning(fuse, value));
        case COMPUTE_NEW -> map.compute(absent, (key, old) -> burning(fuse, value));
        case COMPUTE_TO_NULL ->
            map.compute(
                present,
                (key, old) -> {
                  fuse.burn();
                  return null;
                });
        case MERGE -> map.merge(present, value, (old, added) -> burning(fuse, added));
        case PUT_ALL_IF_ABSENT ->
            map.putAllIfAbsent(several(fuse, hashes, value, 41, 43, 45, 47, 49));
        case PUT_ALL_AT_ONCE -> map.putAllAtOnce(several(fuse, hashes, value, 39, 40, 41, 42, 43));
        case CLEAR -> map.clear();
        case ITERATOR_REMOVE -> {
          Iterator<Fused> keys = map.keySet().iterator();
          keys.next();
          keys.remove();
        }
      }
    }

    private static Fused burning(Fuse fuse, Fused result) {
      fuse.burn();
      return result;
    }
  }

  private static final int KEYS = 60;

  private static Fused key(Fuse fuse, int number, int hashes) {
    return new Fused(fuse, number, number % hashes, false);
  }

  private static Fused value(Fuse fuse, int number) {
    return new Fused(fuse, number, number, true);
  }

  /** In a map that calls no callback, until it is copied. */
  private static Map<Fused, Fused> several(Fuse fuse, int hashes, Fused value, int... numbers) {
    int left = fuse.left;
    fuse.left = Integer.MAX_VALUE;
    Map<Fused, Fused> several = new LinkedHashMap<>();
    for (int number : numbers) {
      several.put(key(fuse, number, hashes), value);
    }
    fuse.left = left;
    return several;
  }

  private static Map<Integer, Integer> contents(StripedHashMap<Fused, Fused> map) {
    Map<Integer, Integer> contents = new HashMap<>();
    map.forEach((key, value) -> contents.put(key.number, value.number));
    assertThat(map.mappingCount()).isEqualTo(contents.size());
    return contents;
  }

  @ParameterizedTest
  @EnumSource
  void operation_callbackThrowsAtAnyCall_doesAllOrNothing(Operation operation) {
    for (StripedOptions options : options()) {
      for (int hashes : new int[] {1, 3, 1000}) {
        throwAtEach(operation, options, hashes);
      }
    }
  }

  private static void throwAtEach(Operation operation, StripedOptions options, int hashes) {
    boolean hasThrown = true;
    for (int call = 1; hasThrown; call++) {
      Fuse fuse = new Fuse();
      StripedHashMap<Fused, Fused> map = new StripedHashMap<>(options);
      for (int i = 0; i < KEYS; i++) {
        map.put(key(fuse, 2 * i, hashes), value(fuse, 2 * i));
      }
      Map<Integer, Integer> before = contents(map);
      fuse.left = call;
      hasThrown = false;
      try {
        operation.run(map, fuse, hashes);
      } catch (StackOverflowError e) {
        hasThrown = true;
      }
      boolean isOver = !hasThrown;
      hasThrown |= fuse.left <= 0;
      fuse.left = Integer.MAX_VALUE;
      map.validate();
      if (isOver) {
        assertThat(contents(map)).as("%s, call %d", operation, call).isNotEqualTo(before);
      } else {
        assertThat(contents(map)).as("%s, call %d", operation, call).isEqualTo(before);
      }
      map.clear();
      map.validate();
    }
  }

  // Callbacks that use the map

  private static StripedHashMap<Integer, Integer> mapOf(StripedOptions options, int size) {
    StripedHashMap<Integer, Integer> map = new StripedHashMap<>(options);
    for (int i = 0; i < size; i++) {
      map.put(i, i);
    }
    return map;
  }

  @ParameterizedTest
  @MethodSource("options")
  void compute_functionCounts_seesTheStateBefore(StripedOptions options) {
    StripedHashMap<Integer, Integer> map = mapOf(options, 100);

    for (int key = 90; key < 110; key++) {
      map.compute(
          key,
          (k, old) -> {
            assertThat(map.size()).isEqualTo(Math.max(100, k));
            assertThat(map.isEmpty()).isFalse();
            assertThat(map.equals(new HashMap<>(map))).isTrue();
            assertThat(map.get(k)).isEqualTo(old);
            return k;
          });
    }

    assertThat(map).hasSize(110);
    map.validate();
  }

  /** Each of them waits for the other to be in its function, and then counts. */
  @ParameterizedTest
  @MethodSource("options")
  void size_inFunctionsOfTwoThreadsAtOnce_endsInBoth(StripedOptions options) throws Exception {
    if (options.maxLocks() == 1) {
      return; // One of them would wait for the other one's lock.
    }
    StripedHashMap<Integer, Integer> map = mapOf(options, 100);
    CyclicBarrier bothInside = new CyclicBarrier(2);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    int mask = map.locks.count() - 1;
    int other = 1;
    while ((map.keys.hash(other) & mask) == (map.keys.hash(0) & mask)) {
      other++;
    }
    List<Thread> threads = new ArrayList<>();
    for (int key : new int[] {0, other}) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  map.compute(
                      key,
                      (k, old) -> {
                        await(bothInside);
                        assertThat(map.size()).isEqualTo(100);
                        assertThat(map.keySet()).hasSize(100);
                        assertThatIllegalStateException().isThrownBy(() -> map.put(1000, 1));
                        await(bothInside);
                        return -1;
                      });
                } catch (Throwable t) {
                  failure.compareAndSet(null, t);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(failure).hasValue(null);
    assertThat(map.get(0)).isEqualTo(-1);
    assertThat(map.get(other)).isEqualTo(-1);
    map.validate();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A thread that waits for all locks holds some of them, and has changed nothing yet. */
  @Test
  void size_inAFunctionThatClearWaitsFor_doesNotWaitForClear() throws Exception {
    StripedHashMap<Integer, Integer> map = mapOf(StripedOptions.defaults().withFixedLocks(16), 100);
    int last = 0;
    while ((map.keys.hash(last) & 15) != 15) {
      last++;
    }
    Thread clearer = new Thread(map::clear);

    map.compute(
        last,
        (key, old) -> {
          clearer.start();
          while (clearer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          assertThat(map.size()).isEqualTo(100);
          assertThat(map.get(key == 0 ? 1 : 0)).isNotNull();
          return old;
        });
    clearer.join();

    assertThat(map).isEmpty();
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("options")
  void updates_inAFunction_throwWhateverTheyAreAbout(StripedOptions options) {
    StripedHashMap<Integer, Integer> map = mapOf(options, 100);
    List<Consumer<StripedHashMap<Integer, Integer>>> updates =
        List.of(
            m -> m.put(5, 0),
            m -> m.put(500, 0),
            m -> m.putIfAbsent(7, 0),
            m -> m.remove(8),
            m -> m.remove(9, 9),
            m -> m.replace(10, 0),
            m -> m.replace(11, 11, 0),
            m -> m.computeIfAbsent(12, key -> 0),
            m -> m.merge(13, 0, Integer::sum),
            m -> m.putAllAtOnce(Map.of(14, 0)),
            m -> m.putAllIfAbsent(Map.of(700, 0)),
            m -> m.clear(),
            m -> m.keySet().remove(15),
            m -> m.values().removeIf(value -> true),
            m -> m.entrySet().iterator().next().setValue(0),
            m -> m.replaceAll((key, value) -> 0));

    map.compute(
        1,
        (key, old) -> {
          for (Consumer<StripedHashMap<Integer, Integer>> update : updates) {
            assertThatIllegalStateException().isThrownBy(() -> update.accept(map));
          }
          return old;
        });

    assertThat(map).isEqualTo(mapOf(options, 100));
    map.validate();
  }

  /** A key whose equality runs an action. */
  private static final class Nosy {
    private final int number;
    private final Runnable inEquals;

    Nosy(int number, Runnable inEquals) {
      this.number = number;
      this.inEquals = inEquals;
    }

    @Override
    public boolean equals(Object other) {
      inEquals.run();
      return other instanceof Nosy nosy && nosy.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  @ParameterizedTest
  @MethodSource("options")
  void put_equalityOfTheKeyUsesTheMap_readsWorkAndUpdatesThrow(StripedOptions options) {
    StripedHashMap<Nosy, Object> map = new StripedHashMap<>(options);
    map.put(new Nosy(1, () -> {}), 1);
    map.put(new Nosy(2, () -> {}), 2);

    map.put(new Nosy(1, () -> assertThat(map.size()).isEqualTo(2)), 3);
    assertThatIllegalStateException()
        .isThrownBy(() -> map.put(new Nosy(1, () -> map.put(new Nosy(2, () -> {}), 0)), 0));
    Nosy value = new Nosy(1, map::clear);
    map.put(new Nosy(2, () -> {}), new Nosy(1, () -> {}));
    assertThatIllegalStateException().isThrownBy(() -> map.remove(new Nosy(2, () -> {}), value));

    assertThat(map).hasSize(2);
    map.validate();
  }

  /** A bucket is at rest while a function runs: readers take no lock. */
  @Test
  void get_whileAFunctionRunsInItsBucket_doesNotWait() throws Exception {
    StripedHashMap<Key, Integer> map = new StripedHashMap<>();
    for (int i = 0; i < 50; i++) {
      map.put(new Key(i), i);
    }
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () ->
                assertThatThrownBy(
                        () ->
                            map.compute(
                                new Key(40),
                                (key, old) -> {
                                  inside.countDown();
                                  assertThatCode(read::await).doesNotThrowAnyException();
                                  throw new StackOverflowError("injected");
                                }))
                    .isInstanceOf(StackOverflowError.class));
    holder.start();
    inside.await();

    for (int i = 0; i < 50; i++) {
      assertThat(map.get(new Key(i))).isEqualTo(i);
    }
    assertThat(map.keySet()).hasSize(50);
    read.countDown();
    holder.join();

    map.validate();
  }
}
