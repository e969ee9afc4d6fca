package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Traversals by actions, which take many mappings at a time, beside iterators. */
class TraversalTest {
  private static final String ORDERED = "org.jets.collections.MapUnderTest#ordered";

  /** Around the sizes of leaves, and of what cursors read ahead. */
  private static final int[] SIZES = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 129, 300, 1_000, 5_000};

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static ConcurrentMap<Long, Long> filled(MapUnderTest kind, int size) {
    ConcurrentMap<Long, Long> map = kind.ofLongs();
    LongStream.range(0, size).forEach(key -> map.put(key, 2 * key));
    return map;
  }

  @ParameterizedTest
  @EnumSource(MapUnderTest.class)
  void forEach_viewsOfAllSizes_comesToWhatIteratorsDo(MapUnderTest kind) {
    for (int size : SIZES) {
      assertTraversalsAgree(filled(kind, size));
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void forEach_rangesInBothDirections_comesToWhatIteratorsDo(MapUnderTest kind) {
    ConcurrentNavigableMap<Long, Long> map =
        (ConcurrentNavigableMap<Long, Long>) filled(kind, 2_000);
    assertTraversalsAgree(map.descendingMap());
    for (int width : SIZES) {
      long to = Math.min(2_000, 7 + width);
      assertTraversalsAgree(map.subMap(7L, to));
      assertTraversalsAgree(map.subMap(7L, to).descendingMap());
      List<Long> inRange = new ArrayList<>();
      ((AbstractConcurrentNavigableMap<Long, Long>) map)
          .forEachInRange(
              7L,
              true,
              to,
              false,
              (key, value) -> {
                inRange.add(key);
                assertThat(value).isEqualTo(2 * key);
              });
      assertThat(inRange).isEqualTo(LongStream.range(7, to).boxed().toList());
    }
  }

  /** Keys that prefixes determine, of both classes, and keys that they do not determine. */
  @ParameterizedTest
  @MethodSource(ORDERED)
  void forEach_keysOfOtherClasses_comesToWhatIteratorsDo(MapUnderTest kind) {
    assertTraversalsAgree(this.<Integer>filled(kind, null, i -> i - 150));
    assertTraversalsAgree(filled(kind, null, i -> "a key with a long prefix: " + i));
    assertTraversalsAgree(filled(kind, Collections.<Integer>reverseOrder(), i -> i));
  }

  private <K> ConcurrentMap<K, Integer> filled(
      MapUnderTest kind, Comparator<? super K> order, Function<Integer, K> key) {
    ConcurrentMap<K, Integer> map = kind.ofOrder(order);
    IntStream.range(0, 300).forEach(i -> map.put(key.apply(i), i));
    return map;
  }

  private static <K, V> void assertTraversalsAgree(ConcurrentMap<K, V> map) {
    List<K> keys = new ArrayList<>();
    List<V> values = new ArrayList<>();
    List<Map.Entry<K, V>> entries = new ArrayList<>();
    for (Map.Entry<K, V> entry : map.entrySet()) {
      keys.add(entry.getKey());
      values.add(entry.getValue());
      entries.add(entry);
    }
    assertThat(keys).hasSize(map.size());
    assertThat(copy(map.keySet().iterator())).isEqualTo(keys);
    assertThat(copy(map.values().iterator())).isEqualTo(values);

    List<K> seenKeys = new ArrayList<>();
    map.keySet().forEach(seenKeys::add);
    assertThat(seenKeys).isEqualTo(keys);
    List<V> seenValues = new ArrayList<>();
    map.values().forEach(seenValues::add);
    assertThat(seenValues).isEqualTo(values);
    List<Map.Entry<K, V>> seenEntries = new ArrayList<>();
    map.entrySet().forEach(seenEntries::add);
    assertThat(seenEntries).isEqualTo(entries);

    seenEntries.clear();
    map.forEach((key, value) -> seenEntries.add(Map.entry(key, value)));
    assertThat(seenEntries).containsExactlyInAnyOrderElementsOf(entries);
    assertThat(map.keySet().stream().toList()).containsExactlyInAnyOrderElementsOf(keys);
    assertThat(map.values().stream().toList()).containsExactlyInAnyOrderElementsOf(values);
  }

  private static <T> List<T> copy(Iterator<T> from) {
    List<T> copy = new ArrayList<>();
    from.forEachRemaining(copy::add);
    return copy;
  }

  @ParameterizedTest
  @EnumSource(MapUnderTest.class)
  void remove_afterHasNext_removesWhatNextHasReturned(MapUnderTest kind) {
    ConcurrentMap<Long, Long> map = filled(kind, 300);
    Iterator<Map.Entry<Long, Long>> entries = map.entrySet().iterator();
    List<Long> left = new ArrayList<>();
    int count = 0;
    while (entries.hasNext()) {
      long key = entries.next().getKey();
      boolean isLast = !entries.hasNext(); // It may have to look beyond what has been copied.
      assertThat(isLast).isEqualTo(++count == 300);
      if (key % 3 == 0) {
        left.add(key);
      } else {
        entries.remove();
        assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
        assertThat(map).doesNotContainKey(key);
      }
    }
    assertThat(map.keySet()).containsExactlyInAnyOrderElementsOf(left).hasSize(100);
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
  }

  @ParameterizedTest
  @EnumSource(MapUnderTest.class)
  void remove_afterTheLastNextFailed_removesTheLastMapping(MapUnderTest kind) {
    ConcurrentMap<Long, Long> map = filled(kind, 2);
    Iterator<Long> keys = map.keySet().iterator();
    keys.next();
    long last = keys.next();
    assertThatThrownBy(keys::next).isInstanceOf(NoSuchElementException.class);
    keys.remove();
    assertThat(map.keySet()).containsExactly(1 - last);
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void forEachRemaining_actionThatThrows_repeatsNothingAndHoldsNothing(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map =
        (AbstractConcurrentNavigableMap<Long, Long>) filled(kind, 1_000);
    List<Function<Map<Long, Long>, Spliterator<Long>>> sides =
        List.of(view -> view.keySet().spliterator(), view -> view.values().spliterator());
    for (ConcurrentNavigableMap<Long, Long> view : List.of(map, map.descendingMap())) {
      for (Function<Map<Long, Long>, Spliterator<Long>> side : sides) {
        for (int steps = 0; steps < 3; steps++) {
          Spliterator<Long> ahead = side.apply(view);
          List<Long> seen = new ArrayList<>();
          for (int i = 0; i < steps; i++) {
            ahead.tryAdvance(seen::add);
          }
          IllegalArgumentException thrown = new IllegalArgumentException();
          assertThatThrownBy(
                  () ->
                      ahead.forEachRemaining(
                          number -> {
                            seen.add(number);
                            if (seen.size() == 500) {
                              throw thrown;
                            }
                          }))
              .isSameAs(thrown);
          assertThat(seen).hasSize(500);
          ahead.forEachRemaining(seen::add);
          assertThat(seen.size()).as("no gap").isIn(500, 1_000);
          assertThat(seen).doesNotHaveDuplicates();
          assertThat(seen)
              .isSortedAccordingTo(
                  view == map ? Comparator.naturalOrder() : Comparator.reverseOrder());
        }
      }
    }
    map.validate(); // No lock is held.
  }

  @ParameterizedTest
  @EnumSource(MapUnderTest.class)
  void forEachRemaining_actionThatUsesTheSpliterator_comesToEachKeyOnce(MapUnderTest kind) {
    ConcurrentMap<Long, Long> map = filled(kind, 1_000);
    List<Function<Map<Long, Long>, Spliterator<Long>>> sides =
        List.of(view -> view.keySet().spliterator(), view -> view.values().spliterator());
    List<BiConsumer<Spliterator<Long>, List<Long>>> uses =
        List.of(
            (ahead, seen) -> ahead.tryAdvance(seen::add),
            (ahead, seen) -> ahead.forEachRemaining(seen::add),
            (ahead, seen) -> {
              Spliterator<Long> part = ahead.trySplit();
              if (part != null) {
                part.forEachRemaining(seen::add);
              }
            });
    for (Function<Map<Long, Long>, Spliterator<Long>> side : sides) {
      for (BiConsumer<Spliterator<Long>, List<Long>> use : uses) {
        for (int period : new int[] {1, 3, 50, 64}) {
          Spliterator<Long> ahead = side.apply(map);
          List<Long> seen = new ArrayList<>();
          ahead.forEachRemaining(
              number -> {
                seen.add(number);
                if (seen.size() % period == 0) {
                  use.accept(ahead, seen);
                }
              });
          assertThat(seen).hasSize(1_000).doesNotHaveDuplicates();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(MapUnderTest.class)
  void forEach_actionThatChangesTheMap_comesToEachKeyOnce(MapUnderTest kind) {
    ConcurrentMap<Long, Long> map = filled(kind, 1_000);
    List<Long> seen = new ArrayList<>();
    map.keySet()
        .forEach(
            key -> {
              seen.add(key);
              map.remove(key);
              if (key < 1_000) {
                map.put(key + 10_000, 0L);
              }
              map.merge(999L, 1L, (a, b) -> a);
            });
    assertThat(seen)
        .doesNotHaveDuplicates()
        .containsAll(LongStream.range(0, 1_000).boxed().toList());
    ((AbstractConcurrentMap<?, ?>) map).validate();
  }

  /** A key that is made of its prefix takes 16 bytes or more. */
  @Test
  void values_ofKeysThatPrefixesDetermine_makesNoKeys() {
    int size = 20_000;
    for (ConcurrentMap<Long, Object> map :
        List.<ConcurrentMap<Long, Object>>of(
            new ContentionAdaptingTreeMap<>(), new LockFreeAdaptingTreeMap<>())) {
      for (long key = 1_000; key < 1_000 + size; key++) {
        map.put(key, this);
      }
      String kind = map.getClass().getSimpleName();
      AtomicLong seen = new AtomicLong();
      for (int repeated = 0; repeated < 2; repeated++) { // The first links calls.
        seen.set(0);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        map.values().forEach(value -> seen.incrementAndGet());
        long byAction = THREADS.getCurrentThreadAllocatedBytes();
        for (Object ignored : map.values()) {
          seen.incrementAndGet();
        }
        long byIterator = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(seen).hasValue(2L * size);
        if (repeated > 0) {
          assertThat(byAction - before).as("bytes by %s", kind).isLessThan(8L * size);
          assertThat(byIterator - byAction).as("bytes by %s", kind).isLessThan(8L * size);
        }
      }
    }
  }

  @Test
  void iterator_overAFewMappings_allocatesLittle() {
    ConcurrentNavigableMap<Long, Object> map = new ContentionAdaptingTreeMap<>();
    for (long key = 0; key < 10_000; key++) {
      map.put(key, this);
    }
    long allocated = 0;
    for (int repeated = 0; repeated < 2; repeated++) { // The first links calls.
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (Object ignored : map.subMap(5_000L, 5_002L).values()) {
        assertThat(ignored).isSameAs(this);
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isLessThan(1_500);
  }
}
