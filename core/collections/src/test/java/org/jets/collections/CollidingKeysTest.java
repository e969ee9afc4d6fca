package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jets.collections.MapUnderTest.Trait;
import org.jets.collections.internal.linear.OverflowEntries;
import org.jets.collections.internal.linear.StripedKeys;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys with the same hash: each is found, and how many comparisons that takes. */
class CollidingKeysTest {
  private static final int HASH = 4711;

  /** The number of comparisons by methods of keys. */
  private static int comparisons;

  /** A key that can be equal to one of another class. */
  private interface Numbered {
    int number();
  }

  private static boolean areEqual(Numbered key, @Nullable Object other) {
    comparisons++;
    return other instanceof Numbered numbered && numbered.number() == key.number();
  }

  /** Without an order. */
  private record Plain(int number) implements Numbered {
    @Override
    public boolean equals(@Nullable Object other) {
      return areEqual(this, other);
    }

    @Override
    public int hashCode() {
      return HASH;
    }
  }

  /** Comparable to itself. */
  private record Even(int number) implements Numbered, Comparable<Even> {
    @Override
    public boolean equals(@Nullable Object other) {
      return areEqual(this, other);
    }

    @Override
    public int hashCode() {
      return HASH;
    }

    @Override
    public int compareTo(Even other) {
      comparisons++;
      return Integer.compare(number, other.number);
    }
  }

  /** Comparable to itself, and equal to those of the other class. */
  private record Odd(int number) implements Numbered, Comparable<Odd> {
    @Override
    public boolean equals(@Nullable Object other) {
      return areEqual(this, other);
    }

    @Override
    public int hashCode() {
      return HASH;
    }

    @Override
    public int compareTo(Odd other) {
      comparisons++;
      return Integer.compare(number, other.number);
    }
  }

  private static final List<IntFunction<Numbered>> CLASSES =
      List.of(Plain::new, Even::new, Odd::new);

  private static <K> Stream<AbstractConcurrentMap<K, Integer>> maps() {
    return MapUnderTest.ofEachClass()
        .filter(map -> map.has(Trait.ANY_KEY) && !map.has(Trait.ORDERED))
        .map(MapUnderTest::ofAny);
  }

  @SuppressWarnings("unchecked") // Both hash maps are.
  private static <K> CursorMap<K, Integer> cursor(AbstractConcurrentMap<K, Integer> map) {
    return (CursorMap<K, Integer>) map;
  }

  private static void checkEqualKeys(
      AbstractConcurrentMap<Numbered, Integer> map,
      int count,
      IntFunction<Numbered> put,
      IntFunction<Numbered> sought) {
    for (int i = 0; i < count; i++) {
      map.put(put.apply(i), i);
    }
    for (int i = 0; i < count; i++) {
      assertThat(map.get(sought.apply(i))).as("key %s of %s", i, count).isEqualTo(i);
      assertThat(map.put(sought.apply(i), -i)).isEqualTo(i);
    }
    assertThat(map).hasSize(count);
    Set<Integer> behind = new HashSet<>();
    for (Numbered key = cursor(map).firstKeyOrNull();
        key != null;
        key = cursor(map).keyAfter(sought.apply(key.number()))) {
      assertThat(behind.add(key.number())).isTrue();
    }
    assertThat(behind).hasSize(count);
    for (int i = 0; i < count; i++) {
      assertThat(map.remove(sought.apply(i))).isEqualTo(-i);
    }
    assertThat(map).isEmpty();
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void get_equalKeyOfAnotherClass_isFound(AbstractConcurrentMap<Numbered, Integer> map) {
    for (IntFunction<Numbered> put : CLASSES) {
      for (IntFunction<Numbered> sought : CLASSES) {
        for (int count : new int[] {1, 2, 3, 9, 12, 50}) {
          checkEqualKeys(map, count, put, sought);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void get_keysOfThreeClassesAmongThemselves_areFoundByEachClass(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 120;
    checkEqualKeys(
        map, count, i -> CLASSES.get(i % 3).apply(i), i -> CLASSES.get((i + 1) % 3).apply(i));
    checkEqualKeys(
        map, count, i -> CLASSES.get(i % 3).apply(i), i -> CLASSES.get((i + 2) % 3).apply(i));
  }

  @ParameterizedTest
  @MethodSource("maps")
  void operations_manyKeysOfOneComparableClass_compareALogarithmOfThem(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 4096;
    comparisons = 0;
    for (int i = 0; i < count; i++) {
      map.put(new Even(i), i);
      assertThat(map.get(new Even(-1 - i))).isNull();
    }
    assertThat(comparisons).isLessThan(count * 2 * 80);
  }

  @ParameterizedTest
  @MethodSource("maps")
  void get_objectOfAClosedClassAmongOthers_comparesNoneOfThem(
      AbstractConcurrentMap<Object, Integer> map) {
    for (int i = 0; i < 1000; i++) {
      map.put(new Plain(i), i);
      map.put(stringOfHash(i), i);
    }
    comparisons = 0;

    for (int i = 0; i < 1000; i++) {
      assertThat(map.get(stringOfHash(i))).isEqualTo(i);
    }

    assertThat(comparisons).isLessThan(20_000); // Those in the slots of a bucket.
  }

  /** One of 1,024 strings whose hash is {@link #HASH}. */
  private static String stringOfHash(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 10; bit++) {
      text.append((number >>> bit & 1) == 0 ? "Aa" : "BB");
    }
    int missing = HASH - text.toString().hashCode() * 31 * 31 * 31 * 31 * 31 * 31 * 31;
    char[] digits = new char[7];
    long rest = Integer.toUnsignedLong(missing);
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = (char) (rest % 31);
      rest /= 31;
    }
    return text.append(digits).toString();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void keyAfter_fromKeyObjectsWithoutAnOrder_comparesFewOfThem(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 2000;
    for (int i = 0; i < count; i++) {
      map.put(new Plain(i), i);
    }
    comparisons = 0;

    List<Numbered> keys = new ArrayList<>();
    for (Numbered key = cursor(map).firstKeyOrNull();
        key != null;
        key = cursor(map).keyAfter(key)) {
      keys.add(key);
    }

    assertThat(keys).hasSize(count).doesNotHaveDuplicates();
    assertThat(comparisons).isLessThan(100 * count);
  }

  /** Takes pages of some keys, each page from the last key of the one before. */
  private static List<Numbered> page(CursorMap<Numbered, Integer> map, int length) {
    List<Numbered> keys = new ArrayList<>(List.of(map.firstKeyOrNull()));
    boolean hasMore = true;
    while (hasMore) {
      Iterator<Map.Entry<Numbered, Integer>> page = map.entriesAfter(keys.get(keys.size() - 1));
      for (int i = 0; i < length && page.hasNext(); i++) {
        keys.add(page.next().getKey());
      }
      hasMore = page.hasNext();
    }
    return keys;
  }

  @ParameterizedTest
  @MethodSource("maps")
  void entriesAfter_pagesOverKeysOfEachClass_compareFewOfThem(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 2000;
    for (IntFunction<Numbered> make : CLASSES) {
      map.clear();
      for (int i = 0; i < count; i++) {
        map.put(make.apply(i), i);
      }
      comparisons = 0;

      List<Numbered> keys = page(cursor(map), 10);

      assertThat(keys).hasSize(count).doesNotHaveDuplicates();
      assertThat(comparisons).isLessThan(100 * count);
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void entriesAfter_pagesOverKeysOfThreeClasses_goTheWayOfTheIterator(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 200;
    for (int i = 0; i < count; i++) {
      map.put(CLASSES.get(i % 3).apply(i), i);
    }

    for (int length = 1; length < 20; length++) {
      assertThat(page(cursor(map), length))
          .containsExactlyElementsOf(() -> map.keySet().iterator());
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void entriesAfter_unorderedKeysRemovedMeanwhile_visitsEachOnce(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 100;
    for (int i = 0; i < count; i++) {
      map.put(CLASSES.get(i % 2).apply(i), i);
    }
    Numbered first = cursor(map).firstKeyOrNull();

    List<Integer> reached = new ArrayList<>();
    Iterator<Map.Entry<Numbered, Integer>> entries = cursor(map).entriesAfter(first);
    while (entries.hasNext()) {
      reached.add(entries.next().getValue());
      entries.remove();
    }

    assertThat(reached).hasSize(count - 1).doesNotHaveDuplicates();
    assertThat(map).hasSize(1).containsKey(first);
  }

  /** Comparable to itself, but to half of the keys only. */
  private record Choosy(int number) implements Comparable<Choosy> {
    @Override
    public int hashCode() {
      return HASH;
    }

    @Override
    public int compareTo(Choosy other) {
      if (((number ^ other.number) & 1) == 1) {
        throw new ClassCastException(this + " and " + other);
      }
      return Integer.compare(number, other.number);
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void iterator_keysThatRefuseToBeCompared_comesToAllThatWerePut(
      AbstractConcurrentMap<Choosy, Integer> map) {
    List<Choosy> expected = new ArrayList<>(); // A set would compare them.
    for (int i = 0; i < 20; i++) {
      Choosy key = new Choosy(i);
      try {
        map.put(key, i);
        expected.add(key);
      } catch (ClassCastException e) {
        assertThat(map.size()).isEqualTo(expected.size());
      }
    }

    assertThat(new ArrayList<>(map.keySet())).containsExactlyInAnyOrderElementsOf(expected);
    List<Choosy> iterated = new ArrayList<>();
    for (Choosy key : map.keySet()) {
      iterated.add(key);
    }
    assertThat(iterated).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(map.keySet().toArray()).hasSize(expected.size());
    assertThat(map.keySet().removeIf(key -> key.number() % 4 == 0)).isTrue();
    assertThat(map).hasSize((int) expected.stream().filter(key -> key.number() % 4 != 0).count());
  }

  @Test
  void put_keysWithoutAnOrder_haveANodeEach() {
    StripedHashMap<Numbered, Integer> map = new StripedHashMap<>();
    for (int i = 0; i < 1000; i++) {
      map.put(new Plain(i), i);
    }
    int[] longest = new int[1];

    OverflowEntries.forEach(
        map.table.bucket(StripedKeys.spread(HASH)).overflow(),
        (hash, group) -> longest[0] = Math.max(longest[0], group.length / 2));

    assertThat(longest[0]).isBetween(1, 4); // Identity hashes are seldom the same.
  }

  @ParameterizedTest
  @MethodSource("maps")
  void keyAfter_fromARemovedKeyWithoutAnOrder_leavesNoneOut(
      AbstractConcurrentMap<Numbered, Integer> map) {
    int count = 200;
    for (int i = 0; i < count; i++) {
      map.put(new Plain(i), i);
    }

    Set<Integer> reached = new HashSet<>();
    for (Numbered key = cursor(map).firstKeyOrNull();
        key != null;
        key = cursor(map).keyAfter(new Plain(key.number()))) {
      reached.add(key.number());
      map.remove(key);
    }

    assertThat(reached).hasSize(count);
  }

  /** The priorities of overflowed keys with which a new JVM begins. */
  private static int firstPriority() throws ReflectiveOperationException, IOException {
    URL classes = OverflowEntries.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Field priorities =
          loader.loadClass(OverflowEntries.class.getName()).getDeclaredField("PRIORITIES");
      priorities.setAccessible(true);
      return ((AtomicInteger) priorities.get(null)).get();
    }
  }

  @Test
  void priorities_ofSpilledKeys_areNotToBeForeseen() throws Exception {
    assertThat(firstPriority()).isNotEqualTo(firstPriority());
  }
}
